# shellcheck shell=bash
# The system's packages: what is lacking, said first and installed by apt.

missing=()

need() { # PACKAGE TEST...: the package is wanted unless the test passes
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

need_for_benchlab() {
    if ! find_python >/dev/null; then
        need python3 command -v /usr/bin/python3
        missing+=(python3-venv python3-dev)
    fi
    need gcc command -v gcc
    need pkg-config command -v pkg-config
    need libmariadb-dev pkg-config --exists libmariadb
    # The core packages bring the programs alone: no service, no account, no data directory of the system's.
    need mariadb-server-core command -v mariadbd
    need mariadb-client-core command -v my_print_defaults
    need redis-server command -v redis-server
    need sysstat command -v iostat
}

need_for_tests() {
    # Ubuntu's chromium is a snap, which needs its own service; there the browser tier skips and says why.
    grep -q '^ID=ubuntu' /etc/os-release || need chromium command -v chromium
    need shellcheck command -v shellcheck
}

install_missing() {
    ((${#missing[@]})) || return 0
    say "Installing what this machine lacks: ${missing[*]}"
    command -v apt-get >/dev/null || refuse "This machine has no apt: install ${missing[*]} by its own means, then start again."
    check_root
    logged "The packages could not be installed; is there a network?" as_root bash "$ROOT/bin/lib/apt-install" "${missing[@]}"
}

check_root() {
    ((EUID == 0)) && return
    command -v sudo >/dev/null && sudo -v && return
    refuse "Installing packages needs root: let root run 'apt-get install ${missing[*]}', then start again."
}

as_root() { if ((EUID)); then sudo "$@"; else "$@"; fi; }
