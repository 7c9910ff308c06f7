# shellcheck shell=bash disable=SC2034 # What is set here is read by those who source it.
# What every command of bin/ begins with: where things are, how to speak, and the environment of this installation.

# Without links in it: processes are recognised by this path, whichever way somebody came here.
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
VAR=$(realpath -m "${BENCHLAB_VAR:-$ROOT/var}")
PLUGINS=$VAR/sandboxes/.plugins
SANDBOX=$VAR/sandboxes/sandbox
PYTHON=$ROOT/.venv/bin/python
SETUP_LOG=$VAR/log/setup.log
ENV_FILE=$VAR/env
# With less free, a disk is called full.
FULL_MB=20
# Debian keeps servers in sbin, which is not on everybody's PATH.
export PATH=$PATH:/usr/sbin:/sbin

say() { printf '%s\n' "$*"; }

refuse() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Run a step whose words go to the log; where it fails, say so in a sentence and show the log's end.
logged() { # SENTENCE COMMAND...
    local sentence=$1
    shift
    mkdir -p "$(dirname "$SETUP_LOG")"
    "$@" >>"$SETUP_LOG" 2>&1 </dev/null && return
    tail -n 5 "$SETUP_LOG" >&2
    refuse_step "$sentence"
}

refuse_step() { # SENTENCE
    local full
    full=$(full_disks)
    refuse "$1${full:+ The disk is full: free some space on $full, then start again.} (all of it: $SETUP_LOG)"
}

# A step may clean up when it fails, so that there is room again: then its words say it, and not on which disk.
full_disks() {
    local folder full
    full=$(for folder in "$ROOT" "$VAR" "${TMPDIR:-/tmp}" /var/cache; do
        (($(free_mb "$folder") >= FULL_MB)) || mount_of "$folder"
    done | sort -u | paste -sd ' ')
    if [[ -z $full ]] && tail -n 20 "$SETUP_LOG" | grep -q "No space left on device"; then
        full=$(mount_of "$VAR")
    fi
    printf '%s' "$full"
}

# The file system of a folder, or of what there is of its path.
free_mb() { df --output=avail -B 1M "$(existing "$1")" | tail -n 1 | tr -d ' '; }

mount_of() { df --output=target "$(existing "$1")" | tail -n 1; }

existing() { # FOLDER
    local folder=$1
    until [[ -e $folder ]]; do folder=$(dirname "$folder"); done
    printf '%s\n' "$folder"
}

manage() { "$PYTHON" "$ROOT/manage.py" "$@"; }

# A stamp holds what a step was made from, so that the step is skipped while that is the same.
hash_of() { # FILE_OR_FOLDER_OF_ROOT...
    cd "$ROOT"
    find "${@#"$ROOT"/}" -type f ! -name '*.pyc' -print0 2>/dev/null | sort -z | xargs -0 -r sha256sum | sha256sum | cut -d' ' -f1
}

unless_stamped() { # STAMP HASH COMMAND...
    local stamp=$1 hash=$2
    shift 2
    [[ -e $stamp && $(<"$stamp") == "$hash" ]] && return
    "$@" || return
    mkdir -p "$(dirname "$stamp")"
    printf '%s\n' "$hash" >"$stamp"
}

check_owner() {
    [[ ! -e $VAR || -O $VAR ]] ||
        refuse "$VAR is $(owner)'s, and so is the benchlab there: do this as $(owner), or set BENCHLAB_VAR to a folder of your own."
}

owner() { stat -c %U "$VAR"; }

# The environment of this installation, as bin/up wrote it.
load_environment() {
    check_owner
    # shellcheck source=/dev/null
    [[ ! -e $ENV_FILE ]] || source "$ENV_FILE"
    BENCHLAB_USER=$(id -un)
    export BENCHLAB_VAR=$VAR BENCHLAB_ROOT=$ROOT BENCHLAB_USER
}
