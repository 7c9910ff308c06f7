# shellcheck shell=bash disable=SC2034 # What is set here is read by those who source it.
# What every command of bin/ begins with: where things are, how to speak, and the environment of this installation.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
VAR=$(realpath -m "${BENCHLAB_VAR:-$ROOT/var}")
PLUGINS=$VAR/sandboxes/.plugins
SANDBOX=$VAR/sandboxes/sandbox
PYTHON=$ROOT/.venv/bin/python
SETUP_LOG=$VAR/log/setup.log
ENV_FILE=$VAR/env
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
    refuse "$sentence (all of it: $SETUP_LOG)"
}

manage() { "$PYTHON" "$ROOT/manage.py" "$@"; }

# A stamp holds what a step was made from, so that the step is skipped while that is the same.
hash_of() { # FILE_OR_FOLDER...
    find "$@" -type f ! -name '*.pyc' -print0 2>/dev/null | sort -z | xargs -0 -r sha256sum | sha256sum | cut -d' ' -f1
}

unless_stamped() { # STAMP HASH COMMAND...
    local stamp=$1 hash=$2
    shift 2
    [[ -e $stamp && $(<"$stamp") == "$hash" ]] && return
    "$@" || return
    mkdir -p "$(dirname "$stamp")"
    printf '%s\n' "$hash" >"$stamp"
}

# The environment of the installation: written once by bin/up, the same for its processes and for bin/bench.
write_environment() { # PORT
    local name
    mkdir -p "$VAR/run" "$VAR/log"
    chmod 700 "$VAR"
    {
        printf 'export BENCHLAB_VAR=%q\n' "$VAR"
        printf 'export BENCHLAB_PORT=%q\n' "$1"
        printf 'export BENCHLAB_URL=%q\n' "http://127.0.0.1:$1"
        printf 'export REDIS_URL=%q\n' "unix://$VAR/run/redis.sock?db=0"
        for name in DATABASE_URL BENCHLAB_MAIL_URL BENCHLAB_MAIL_FROM BENCHLAB_NOTICES_TO_LOOPBACK BENCHLAB_PROXIES; do
            [[ -z ${!name:-} ]] || printf 'export %s=%q\n' "$name" "${!name}"
        done
    } >"$ENV_FILE"
    chmod 600 "$ENV_FILE"
}

load_environment() {
    # shellcheck source=/dev/null
    [[ ! -e $ENV_FILE ]] || source "$ENV_FILE"
    BENCHLAB_USER=$(id -un)
    export BENCHLAB_ROOT=$ROOT BENCHLAB_USER
}
