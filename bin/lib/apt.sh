# shellcheck shell=bash
# apt, patient with who holds its locks. Its words go to stdout; what a person should know at once, to stderr.

# Unattended upgrades of a fresh machine take minutes.
APT_PATIENCE_S=${APT_PATIENCE_S:-600}
words=$(mktemp -d)
trap 'rm -rf "$words"' EXIT

# By trying again: DPkg::Lock::Timeout waits neither for the lock of the lists nor for that of the archives.
patiently() { # COMMAND...
    local holder said='' deadline=$((SECONDS + APT_PATIENCE_S))
    until (LC_ALL=C "$@") 2>&1 | tee "$words/last"; do
        holder=$(lock_holder)
        if [[ -z $holder ]] || ((SECONDS >= deadline)); then complain; fi
        [[ $holder == "$said" ]] ||
            printf 'apt is in use by %s: waiting for it, %d minutes at most\n' "$holder" $((APT_PATIENCE_S / 60)) >&2
        said=$holder
        sleep 1
    done
    cat "$words/last" >>"$words/before"
}

# Of "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (unattended-upgr)".
lock_holder() {
    local line='^E: Could not get lock '
    sed -nE "s/$line.* held by process ([0-9]+) \((.*)\).*/\2 (process \1)/p; t; s/$line.*/another program/p" "$words/last" |
        head -n 1
}

# End with apt's own reasons. A list that can not be fetched is no more than a warning, and then packages are not found.
complain() {
    { cat "$words/before" "$words/last" 2>/dev/null || true; } | { grep -E '^(E|W): ' || true; } | awk '!seen[$0]++' | tail -n 6 >&2
    exit 1
}
