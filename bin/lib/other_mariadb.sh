# shellcheck shell=bash
# The MariaDB of another Debian release for tests, from its packages: unpacked into .venv and not installed, run by that
# release's own loader and libraries. Nothing of it needs root.

declare -A RELEASE_OF=([10.11]=bookworm [11.8]=trixie)
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg
PROGRAMS=(mariadbd my_print_defaults resolveip myisamchk)

# Puts this version first on the PATH unless it is the machine's own.
use_mariadb() { # VERSION
    local folder=$ROOT/.venv/mariadb-$1
    [[ -n ${RELEASE_OF[$1]:-} ]] || refuse "bin/test knows MariaDB ${!RELEASE_OF[*]}, and not $1."
    [[ $(mariadbd --version) != *" $1."* ]] || return 0
    unless_stamped "$folder.stamp" "$(hash_of "$ROOT/bin/lib/other_mariadb.sh")" make_other_mariadb "$folder" "${RELEASE_OF[$1]}" || return
    export PATH=$folder/bin:$PATH BENCHLAB_TEST_PLUGINS=$folder/lib/mysql/plugin
}

make_other_mariadb() { # FOLDER RELEASE
    local done=0
    say "Fetching the MariaDB of Debian's $2 (unpacked into $1)"
    rm -rf "$1"
    mkdir -p "$1/apt/lists/partial" "$1/apt/archives/partial" "$1/bin" "$1/loader" "$(dirname "$SETUP_LOG")"
    { fetch_packages "$1/apt" "$2" && unpack_packages "$1" && make_programs "$1"; } >>"$SETUP_LOG" 2>&1 </dev/null || done=1
    rm -rf "$1/apt"
    return "$done"
}

fetch_packages() { # SCRATCH RELEASE
    local archive
    archive=$(debian_archive)
    [[ -n $archive ]] || { say "apt names no archive of Debian here" && return 1; }
    printf 'deb [signed-by=%s target=Packages] %s %s main\n' "$KEYRING" "$archive" "$2" >"$1/sources.list"
    : >"$1/status"
    apt_in "$1" update &&
        apt_in "$1" install --download-only -y --no-install-recommends mariadb-server-core mariadb-client-core libsnappy1v5 &&
        # These two depend on a service, which tests do without.
        (cd "$1/archives" && apt_in "$1" download mariadb-server mariadb-plugin-rocksdb)
}

# The archive of this machine's own release.
debian_archive() {
    # shellcheck disable=SC2016 # apt's own names
    apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p
}

# apt with lists and a cache of its own, as on a machine without packages.
apt_in() { # SCRATCH ARGUMENTS...
    local scratch=$1
    shift
    apt-get -q -o Dir::Etc::SourceList="$scratch/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State="$scratch" \
        -o Dir::State::Status="$scratch/status" -o Dir::Cache="$scratch" -o APT::Sandbox::User="$(id -un)" "$@"
}

unpack_packages() { # FOLDER
    local package
    # Packages of Debian 12 have libraries in /lib too.
    mkdir -p "$1/usr/lib" && ln -s usr/lib "$1/" || return
    for package in "$1"/apt/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$1" || return
    done
}

# The folder becomes a basedir. The loader has the name of the server, because benchlab knows a server by the name of its process.
make_programs() { # FOLDER
    local name
    ln -s usr/share "$1/" && ln -s bin "$1/sbin" && cp "$1"/usr/lib/*-linux-gnu/ld-linux-*.so.* "$1/loader/mariadbd" || return
    for name in "${PROGRAMS[@]}"; do
        write_program "$1/bin/$name" "export MY_BASEDIR_VERSION='$1'" \
            "exec '$1/loader/mariadbd' --library-path '$(echo "$1"/usr/lib/*-linux-gnu)' '$(echo "$1"/usr/*bin/"$name")' \"\$@\""
    done
    write_program "$1/bin/mariadb-install-db" "exec '$1/usr/bin/mariadb-install-db' \"\$@\" --basedir='$1'"
}

write_program() { # FILE LINES...
    local file=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}
