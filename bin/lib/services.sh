# shellcheck shell=bash
# The processes that bin/up keeps alive, and the application around them.

supervisor_pid() {
    local pid
    pid=$(cat "$VAR/run/supervisord.pid" 2>/dev/null) || return 1
    # After a reboot the number may be somebody else's.
    grep -qs supervisord "/proc/$pid/cmdline" && printf '%s\n' "$pid"
}

is_up() { supervisor_pid >/dev/null; }

start_services() {
    logged "The processes could not be started." "$ROOT/.venv/bin/supervisord" -c "$ROOT/bin/supervisord.conf"
}

stop_services() {
    local pid
    pid=$(supervisor_pid) || return 0
    kill "$pid"
    for _ in $(seq 300); do
        [[ -e /proc/$pid ]] || return 0
        sleep 0.1
    done
    refuse "supervisord ($pid) does not end; its log is $VAR/log/supervisord.log"
}

stop_everything() {
    if is_up; then
        manage cancel_all >>"$SETUP_LOG" 2>&1 || say "Runs could not be cancelled; the next start will fail them as lost."
    fi
    stop_services
    [[ ! -x $PYTHON || ! -d $VAR/sandboxes ]] || manage bench sandbox stop --all >>"$SETUP_LOG" 2>&1 || true
}

port_is_taken() { # PORT
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

wait_until_it_answers() {
    for _ in $(seq 150); do
        answers && return
        is_up || break
        sleep 0.2
    done
    tail -n 5 "$VAR/log/web.log" >&2
    refuse "The web process does not answer (all of it: $VAR/log/web.log)"
}

answers() {
    local status
    { exec 3<>"/dev/tcp/127.0.0.1/$BENCHLAB_PORT"; } 2>/dev/null || return 1
    printf 'GET /healthz HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n' >&3
    read -r _ status _ <&3
    exec 3>&-
    [[ $status == 200 ]]
}

wait_for_sandbox() {
    for _ in $(seq 600); do
        [[ -S $SANDBOX/server.sock ]] && return
        sleep 0.1
    done
    say "The sandbox does not start; its log is $SANDBOX/error.log"
}
