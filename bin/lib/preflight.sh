# shellcheck shell=bash
# What would make a start fail, looked for before minutes of installing, and said all at once.

problems=()

DATA_MB=1600 # The sandbox's first files; its redo log alone is 1 GB.
ENVIRONMENT_MB=600
PACKAGES_MB=800
SPARE_MB=200
MEMORY_MB=700

problem() { problems+=("$*"); }

refuse_problems() {
    case ${#problems[@]} in
        0) ;;
        1) refuse "${problems[0]}" ;;
        *) refuse "benchlab can not be started here:$(printf '\n- %s' "${problems[@]}")" ;;
    esac
}

check_settings() {
    is_port "$BENCHLAB_PORT" || problem "A port is a number from 1 to 65535, not '$BENCHLAB_PORT'."
    [[ $BENCHLAB_URL =~ ^https?://[^[:space:]/]+ ]] ||
        problem "BENCHLAB_URL begins with http:// or https:// and a host, unlike '$BENCHLAB_URL'."
    [[ ${BENCHLAB_PROXIES:-0} =~ ^[0-9]{1,3}$ ]] || problem "BENCHLAB_PROXIES is a number of proxies, not '$BENCHLAB_PROXIES'."
}

is_port() { [[ $1 =~ ^[1-9][0-9]{0,4}$ ]] && (($1 <= 65535)); }

check_machine() {
    check_path "$ROOT"
    [[ $VAR == "$ROOT"/* ]] || check_path "$VAR"
    check_place
    check_port
    check_python
    check_disks
    check_memory "$MEMORY_MB"
}

check_path() { # FOLDER
    local odd='[][:cntrl:]["$%&'"'"'*:;<>?\\`{|}#!]'
    # shellcheck disable=SC2053
    [[ $1 != *$odd* ]] ||
        problem "The path '$1' has one of [ ] \" \$ % & ' * : ; < > ? \\ \` { | } # ! in it: use a folder without (spaces are fine)."
}

check_place() {
    # A Unix socket's path holds 107 characters; our longest is var/sandboxes/sandbox/server.sock.
    ((${#VAR} <= 75)) || problem "The path of $VAR is too long for sockets: clone into a folder with a shorter path."
    mkdir -p "$VAR" 2>/dev/null || problem "$VAR can not be made by $(id -un): start as the user who cloned."
    [[ -w $ROOT ]] || problem "$ROOT is $(stat -c %U "$ROOT")'s: start as the user who cloned."
    [[ ! -e $SANDBOX/my.cnf || $(sandbox_data) -ef $SANDBOX/data ]] ||
        problem "$SANDBOX was copied or moved here: its server would use $(sandbox_data). Delete that folder; bin/up makes a new sandbox."
}

sandbox_data() { sed -n 's/^datadir *= *//p' "$SANDBOX/my.cnf"; }

check_port() {
    is_port "$BENCHLAB_PORT" || return 0
    if port_is_taken "$BENCHLAB_PORT"; then
        problem "Port $BENCHLAB_PORT is taken by another program: choose another with bin/up --port."
    elif ((EUID != 0 && BENCHLAB_PORT < $(</proc/sys/net/ipv4/ip_unprivileged_port_start))); then
        problem "Port $BENCHLAB_PORT is for root alone: choose another with bin/up --port."
    fi
}

# Where there is none yet, apt is going to bring the system's.
check_python() {
    local offered
    ! find_python >/dev/null || return 0
    offered=$(LC_ALL=C apt-cache policy python3 2>/dev/null | sed -n 's/^ *Candidate: *//p')
    [[ -z $offered || $offered == "(none)" ]] || python_fits "$offered" ||
        problem "benchlab needs Python 3.11, 3.12 or 3.13; apt has $offered here, and no other was found."
}

python_fits() { [[ $1 =~ ^3\.1[123]([^0-9]|$) ]]; }

check_disks() {
    local -A needed=()
    need_mb "$VAR" "$SPARE_MB"
    [[ -e $SANDBOX/my.cnf ]] || need_mb "$VAR" "$DATA_MB"
    [[ -x $PYTHON && -d $ROOT/node_modules ]] || need_mb "$ROOT" "$ENVIRONMENT_MB"
    ((${#missing[@]} == 0)) || need_mb /usr "$PACKAGES_MB"
    check_free
}

need_mb() { # FOLDER MB
    local mount
    mount=$(mount_of "$1")
    needed[$mount]=$((${needed[$mount]:-0} + $2))
}

check_free() {
    local mount free
    for mount in "${!needed[@]}"; do
        free=$(free_mb "$mount")
        ((free >= needed[$mount])) ||
            problem "The disk is too full: $mount has $free MB free, and ${needed[$mount]} MB are needed. Free some space."
    done
}

check_memory() { # MB
    local free
    free=$(free_memory_mb)
    ((free >= $1)) || problem "There is too little memory: $free MB are free, and $1 MB are needed. End some programs."
}

# The machine's, or the container's where that has less.
free_memory_mb() {
    local limit used machine
    machine=$(awk '/^(MemAvailable|SwapFree):/ { kb += $2 } END { print int(kb / 1024) }' /proc/meminfo)
    limit=$(cat /sys/fs/cgroup/memory.max 2>/dev/null || true)
    used=$(awk '$1 == "anon" { print $2 }' /sys/fs/cgroup/memory.stat 2>/dev/null || true)
    if [[ $limit =~ ^[0-9]+$ && $used =~ ^[0-9]+$ ]] && (((limit - used) / 1024 / 1024 < machine)); then
        machine=$(((limit - used) / 1024 / 1024))
    fi
    printf '%s\n' "$machine"
}
