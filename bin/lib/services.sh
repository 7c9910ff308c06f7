# shellcheck shell=bash
# The processes that bin/up keeps alive, and the application around them.

# How long supervisord gives each, too.
STOP_S=10
SERVERS_STOP_S=120

supervisor_pid() {
    local pid
    pid=$(cat "$VAR/run/supervisord.pid" 2>/dev/null) || return 1
    # After a reboot the number may be another program's.
    grep -qsaF "$ROOT/bin/supervisord.conf" "/proc/$pid/cmdline" && printf '%s\n' "$pid"
}

is_up() { supervisor_pid >/dev/null; }

start_services() {
    logged "The processes could not be started." "$PYTHON" -m supervisor.supervisord -c "$ROOT/bin/supervisord.conf"
    # It returns when it has forked, a moment before it writes its number.
    within 10 is_up || refuse "supervisord does not start; its log is $VAR/log/supervisord.log"
}

within() { # SECONDS CONDITION...
    local deadline=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.1
    done
}

stop_services() {
    local pid
    pid=$(supervisor_pid) || return 0
    kill "$pid"
    within 90 is_down || refuse "supervisord ($pid) does not end; its log is $VAR/log/supervisord.log"
}

is_down() { ! is_up; }

stop_everything() {
    if is_up || has_left_overs; then
        # On a machine that is overloaded, and after an update, the command may fail; then those runs are lost, and settled later.
        mkdir -p "$(dirname "$SETUP_LOG")"
        timeout -k 5 60 "$PYTHON" "$ROOT/manage.py" cancel_all >>"$SETUP_LOG" 2>&1 </dev/null ||
            say "Runs could not be cancelled (why: $SETUP_LOG); the next start will fail them as lost."
    fi
    stop_services
    stop_left_overs
    end "$SERVERS_STOP_S" servers || refuse "A sandbox does not end; its log is $VAR/sandboxes/*/error.log"
}

# When supervisord is killed, its processes go on.
stop_left_overs() {
    has_left_overs || return 0
    say "Stopping what goes on without supervisord: $(names_of_left_overs)"
    end "$STOP_S" left_programs || signal KILL left_programs
    end "$SERVERS_STOP_S" left_overs || refuse "These do not end: $(names_of_left_overs)"
}

has_left_overs() { [[ -n $(left_overs) ]]; }

end() { # SECONDS LISTING
    signal TERM "$2"
    within "$1" lists_none "$2"
}

signal() { # NAME LISTING
    local pids
    mapfile -t pids < <("$2")
    ((${#pids[@]} == 0)) || kill -s "$1" "${pids[@]}" 2>/dev/null || true
}

lists_none() { [[ -z $("$1") ]]; }

left_programs() { comm -23 <(left_overs) <(servers); }

# What supervisord starts, and what that starts, has the address of this installation's supervisord in its environment.
# Redis writes its title over that, but works in our folder.
left_overs() {
    {
        ours environ "SUPERVISOR_SERVER_URL=unix://$VAR/run/supervisor.sock"
        comm -12 <(ours cmdline "$ROOT/bin/supervisord.conf") <(ours environ "BENCHLAB_VAR=$VAR")
        our_redis
    } | sort -u
}

our_redis() {
    local pid
    for pid in $(ours comm redis-server); do
        [[ ! /proc/$pid/cwd -ef $VAR/run ]] || printf '%s\n' "$pid"
    done
}

# Sandboxes, whoever started them.
servers() {
    local options
    for options in "$VAR"/sandboxes/*/my.cnf; do
        comm -12 <(ours cmdline "--defaults-file=$options") <(ours comm mariadbd)
    done | sort -u
}

# Processes that have the line, exactly, in that file of theirs. The same path within a container is another place.
ours() { # environ|cmdline|comm LINE
    local separated=--null-data pid
    [[ $1 != comm ]] || separated=--no-messages
    { grep -lsxF "$separated" -f - /proc/[0-9]*/"$1" <<<"$2" || true; } | while IFS=/ read -r _ _ pid _; do
        [[ ! /proc/$pid/root$ROOT -ef $ROOT ]] || printf '%s\n' "$pid"
    done | sort
}

# As supervisord called them.
names_of_left_overs() {
    local pid name
    for pid in $(left_overs); do
        name=$(tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | sed -n 's/^SUPERVISOR_PROCESS_NAME=//p' || true)
        [[ -n $name ]] || name=$(cat "/proc/$pid/comm" 2>/dev/null || true)
        [[ -z $name ]] || printf '%s\n' "$name"
    done | sort -u | paste -sd, | sed 's/,/, /g'
}

port_is_taken() { # PORT
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

wait_until_it_answers() {
    # On a machine that is overloaded Python itself takes a minute to start.
    within 180 answers && return
    tail -n 5 "$VAR/log/web.log" >&2
    refuse "The web process does not answer (all of it: $VAR/log/web.log)"
}

answers() {
    local status='' host=${BENCHLAB_HOSTS:-127.0.0.1}
    host=${host%%,*}
    [[ $host != '*' ]] || host=127.0.0.1
    # shellcheck disable=SC2153
    { exec 3<>"/dev/tcp/127.0.0.1/$BENCHLAB_PORT"; } 2>/dev/null || return 1
    printf 'GET /healthz HTTP/1.0\r\nHost: %s\r\n\r\n' "${host#.}" >&3
    read -r -t 5 _ status _ <&3 || true
    exec 3>&-
    [[ $status == 200 ]]
}

wait_for_sandbox() {
    within 60 sandbox_listens || say "The sandbox does not start; its log is $SANDBOX/error.log"
}

sandbox_listens() { [[ -S $SANDBOX/server.sock ]]; }
