# shellcheck shell=bash
# The processes that bin/up keeps alive, and the application around them.

supervisor_pid() {
    local pid
    pid=$(cat "$VAR/run/supervisord.pid" 2>/dev/null) || return 1
    # After a reboot the number may be another program's.
    grep -qsaF "$ROOT/bin/supervisord.conf" "/proc/$pid/cmdline" && printf '%s\n' "$pid"
}

is_up() { supervisor_pid >/dev/null; }

start_services() {
    logged "The processes could not be started." "$ROOT/.venv/bin/supervisord" -c "$ROOT/bin/supervisord.conf"
    # It returns when it has forked, a moment before it writes its number.
    within 10 is_up || refuse "supervisord does not start; its log is $VAR/log/supervisord.log"
}

within() { # SECONDS CONDITION
    local deadline=$((SECONDS + $1))
    until "$2"; do
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
    if is_up; then
        # On a machine that is overloaded the command may take long to start; then those runs are lost, and settled later.
        timeout -k 5 60 "$PYTHON" "$ROOT/manage.py" cancel_all >>"$SETUP_LOG" 2>&1 || say "Runs could not be cancelled; the next start will fail them as lost."
    fi
    stop_services
    [[ ! -x $PYTHON || ! -d $VAR/sandboxes ]] || manage bench sandbox stop --all >>"$SETUP_LOG" 2>&1 || true
}

port_is_taken() { # PORT
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

wait_until_it_answers() {
    within 60 answers && return
    tail -n 5 "$VAR/log/web.log" >&2
    refuse "The web process does not answer (all of it: $VAR/log/web.log)"
}

answers() {
    local status
    { exec 3<>"/dev/tcp/127.0.0.1/$BENCHLAB_PORT"; } 2>/dev/null || return 1
    printf 'GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
    read -r -t 5 _ status _ <&3 || true
    exec 3>&-
    [[ $status == 200 ]]
}

wait_for_sandbox() {
    within 60 sandbox_listens || say "The sandbox does not start; its log is $SANDBOX/error.log"
}

sandbox_listens() { [[ -S $SANDBOX/server.sock ]]; }
