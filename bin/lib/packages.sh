# shellcheck shell=bash
# The system's packages: what is lacking, said first and installed by apt.

missing=()

need() { # PACKAGE TEST...: the package is wanted unless the test passes
    local package=$1
    shift
    "$@" >/dev/null 2>&1 || missing+=("$package")
}

need_for_benchlab() {
    need_for_python
    need_for_servers
}

need_for_python() {
    if ! find_python >/dev/null; then
        need python3 command -v /usr/bin/python3
        missing+=(python3-venv python3-dev)
    fi
    need gcc command -v gcc
    need pkg-config command -v pkg-config
    need libmariadb-dev pkg-config --exists libmariadb
}

need_for_servers() {
    # The core packages bring the programs alone: no service, no account, no data directory of the system's.
    need mariadb-server-core command -v mariadbd
    need mariadb-client-core command -v my_print_defaults
    need redis-server command -v redis-server
    need sysstat command -v iostat
}

need_for_sandbox() {
    # By it a cold restart is verified; Debian 12 always has it, Debian 13 in a package of its own.
    need util-linux-extra command -v fincore
    # What the engine MyRocks wants beside; the engine itself is fetched below.
    need libsnappy1v5 has_library libsnappy.so.1
}

has_library() { ldconfig -p | grep -qF "$1"; }

need_for_checks() { need shellcheck command -v shellcheck; }

# The configurations in docs/proxy.md are tested.
need_for_proxies() {
    need nginx-light command -v nginx
    need caddy command -v caddy
}

need_for_browser() {
    # Ubuntu's chromium is a snap, which needs its own service; there the browser tier skips and says why.
    grep -q '^ID=ubuntu' /etc/os-release || need chromium command -v chromium
}

install_missing() {
    ((${#missing[@]})) || return 0
    say "Installing what this machine lacks: ${missing[*]}"
    command -v apt-get >/dev/null || refuse "This machine has no apt: install ${missing[*]} by its own means, then start again."
    check_root
    mkdir -p "$(dirname "$SETUP_LOG")"
    as_root bash "$ROOT/bin/lib/apt-install" "${missing[@]}" >>"$SETUP_LOG" </dev/null ||
        refuse_step "The packages could not be installed."
}

# MyRocks out of its package, unpacked and not installed: as a package it would bring the service mariadb-server with it. A
# sandbox can do without.
make_myrocks() {
    local version
    version=$(dpkg-query -W -f '${Version}' mariadb-server-core 2>/dev/null) || return 0
    unless_stamped "$PLUGINS/.stamp" "$version" fetch_myrocks "$version" ||
        say "The engine MyRocks could not be had: the sandbox does without (why: $SETUP_LOG)."
}

fetch_myrocks() { # VERSION
    say "Fetching the sandbox's engine MyRocks (mariadb-plugin-rocksdb, unpacked into $PLUGINS)"
    take_from_package mariadb-plugin-rocksdb "$1" usr/lib/mysql/plugin/ha_rocksdb.so "$PLUGINS"
}

# The program that makes indexes of MyISAM tables beside the server. Without it the server makes them.
make_myisamchk() {
    local version
    version=$(dpkg-query -W -f '${Version}' mariadb-server-core 2>/dev/null) || return 0
    command -v myisamchk >/dev/null || unless_stamped "$ROOT/.venv/myisamchk.stamp" "$version" fetch_myisamchk "$version" ||
        say "The program myisamchk could not be had: the server makes the indexes of MyISAM tables (why: $SETUP_LOG)."
}

fetch_myisamchk() { # VERSION
    say "Fetching myisamchk (of the package mariadb-server, unpacked into $ROOT/.venv/bin)"
    take_from_package mariadb-server "$1" usr/bin/myisamchk "$ROOT/.venv/bin"
}

# One file of a package that is not installed, because it would bring a service.
take_from_package() { # PACKAGE VERSION FILE FOLDER
    local folder done=0
    mkdir -p "$4" "$(dirname "$SETUP_LOG")"
    folder=$(mktemp -d)
    unpack "$folder" "$@" >>"$SETUP_LOG" 2>&1 </dev/null || done=1
    rm -rf "$folder"
    return "$done"
}

unpack() { # SCRATCH PACKAGE VERSION FILE FOLDER
    (cd "$1" && apt-get download -q -o Acquire::Retries=0 "$2=$3") &&
        dpkg-deb -x "$1"/*.deb "$1" &&
        install "$1/$4" "$5/"
}

check_root() {
    ((EUID == 0)) && return
    command -v sudo >/dev/null && sudo -v && return
    refuse "Installing packages needs root: let root run 'apt-get install ${missing[*]}', then start again."
}

as_root() { if ((EUID)); then sudo "$@"; else "$@"; fi; }
