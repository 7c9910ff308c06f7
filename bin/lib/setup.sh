# shellcheck shell=bash
# Python's and the pages' packages, each made again only when its lock changed.

PYTHON_IS_USABLE='
import os, sys, sysconfig, venv, ensurepip
assert (3, 11) <= sys.version_info[:2] <= (3, 13)
assert os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h"))
'

PYTHONS=(python3 /usr/bin/python3 python3.13 python3.12 python3.11)

find_python() {
    local candidate
    for candidate in "${PYTHONS[@]}"; do
        "$candidate" -c "$PYTHON_IS_USABLE" 2>/dev/null && command -v "$candidate" && return
    done
    return 1
}

make_venv() { # REQUIREMENTS
    local found
    if [[ ! -x $PYTHON ]] || ! "$PYTHON" -c '' 2>/dev/null; then
        found=$(find_python) || refuse "benchlab needs Python 3.11, 3.12 or 3.13 with venv and its headers."
        logged "The Python environment could not be made." "$found" -m venv --clear "$ROOT/.venv"
    fi
    unless_stamped "$ROOT/.venv/$1.stamp" "$(hash_of "$ROOT/$1")" install_requirements "$1"
}

install_requirements() { # REQUIREMENTS
    say "Installing Python's packages ($1)"
    logged "Python's packages could not be installed." \
        "$PYTHON" -m pip install --quiet --require-hashes -r "$ROOT/$1"
}

# Runs can do without: they then say that Python makes their load.
make_load_core() {
    unless_stamped "$ROOT/.venv/native.stamp" "$(load_core_hash)" build_load_core \
        || say "The compiled load core could not be built: runs will use a slower one, and say so (why: $SETUP_LOG)."
}

# Of the sources alone: a build leaves a folder of its own among them.
load_core_hash() { hash_of "$ROOT"/native/src/*.[ch] "$ROOT"/native/{pyproject.toml,setup.py}; }

build_load_core() {
    say "Building the load core (native/)"
    mkdir -p "$(dirname "$SETUP_LOG")"
    "$PYTHON" -m pip install --quiet "$ROOT/native" >>"$SETUP_LOG" 2>&1 </dev/null
}

make_node_modules() {
    unless_stamped "$ROOT/node_modules/.stamp" "$(hash_of "$ROOT/package-lock.json")" install_node_modules --omit=dev --omit=optional
}

# What tests use of them beside; bin/up has all it needs then.
make_node_modules_for_tests() {
    unless_stamped "$ROOT/node_modules/.stamp-tests" "$(hash_of "$ROOT/package-lock.json")" install_node_modules
    cp "$ROOT/node_modules/.stamp-tests" "$ROOT/node_modules/.stamp"
}

install_node_modules() { # [OPTIONS OF NPM]
    install_requirements requirements-pages.txt
    say "Installing the pages' packages (package-lock.json)"
    logged "The pages' packages could not be installed." \
        env PATH="$ROOT/.venv/bin:$PATH" npm --prefix "$ROOT" ci --ignore-scripts --no-audit --no-fund "$@"
}
