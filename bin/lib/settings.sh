# shellcheck shell=bash
# What bin/up is told by its environment. It stays in var/env until another value is given; an empty one takes it back.

SETTINGS=(
    DATABASE_URL BENCHLAB_PORT BENCHLAB_URL BENCHLAB_HOSTS BENCHLAB_ORIGINS BENCHLAB_PROXIES
    BENCHLAB_MAIL_URL BENCHLAB_MAIL_FROM BENCHLAB_NOTICES_TO_LOOPBACK
)
changed=()

take_settings() {
    local name
    local -A given=()
    for name in "${SETTINGS[@]}"; do
        [[ ! -v $name ]] || given[$name]=${!name}
        unset "$name"
    done
    load_environment
    # The address that follows from the port is no setting.
    [[ ${BENCHLAB_URL:-} != "http://127.0.0.1:${BENCHLAB_PORT:-}" ]] || unset BENCHLAB_URL
    for name in "${!given[@]}"; do
        take_setting "$name" "${given[$name]}"
    done
    export BENCHLAB_PORT=${BENCHLAB_PORT:-8000}
    export BENCHLAB_URL=${BENCHLAB_URL:-http://127.0.0.1:$BENCHLAB_PORT}
    export REDIS_URL="unix://${VAR// /%20}/run/redis.sock?db=0"
}

take_setting() { # NAME VALUE
    [[ $2 == "${!1:-}" ]] || changed+=("$1")
    if [[ -n $2 ]]; then export "$1=$2"; else unset "$1"; fi
}

keep_settings() {
    local name
    for name in BENCHLAB_VAR REDIS_URL "${SETTINGS[@]}"; do
        [[ ! -v $name ]] || printf 'export %s=%s\n' "$name" "$(quoted "${!name}")"
    done >"$ENV_FILE.new"
    chmod 600 "$ENV_FILE.new"
    mv "$ENV_FILE.new" "$ENV_FILE"
}

# As the shell and Python's shlex both read it.
quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }
