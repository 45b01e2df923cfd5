#!/usr/bin/env bash
# Set up a fresh Debian 12 or 13 (root or sudo) and run something of the project:
#   ./run.sh demo       the built-in problems, attempted by CoqHammer, checked by Coq
#   ./run.sh test       the project's own tests
#   ./run.sh install    the set-up alone
# More arguments go to pytest. What is installed already is not installed again.
set -euo pipefail
cd "$(dirname "$0")"

packages=(
    coq libcoq-coquelicot libcoq-mathcomp-analysis libcoq-mathcomp-real-closed # the files' libraries
    libcoq-hammer eprover z3 cvc4                                              # CoqHammer and its ATPs
    bubblewrap                                                                 # the sandbox
    gcc libc6-dev                                                              # the tests' own Lean
    chromium chromium-driver                                                   # the tests of the HTML page
    git python3 python3-venv
)

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
    local missing=() name
    for name in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
    done
    [ ${#missing[@]} -eq 0 ] && return
    as_root apt-get update -qq
    # A release that lacks an optional package (cvc4 is gone from Debian 13) must not stop the rest.
    for name in "${missing[@]}"; do
        if [ -z "$(apt-cache madison "$name")" ]; then
            echo "$name: not packaged in this release, going on without it" >&2
            missing=("${missing[@]/#%$name/}")
        fi
    done
    # shellcheck disable=SC2068 # emptied entries must vanish
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${missing[@]}
}

install_python() {
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "Python 3.11 or later is needed; python3 is $(python3 --version)" >&2
        exit 1
    }
    [ -x .venv/bin/python ] || python3 -m venv .venv
    local stamp=.venv/installed
    if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ]; then
        .venv/bin/python -m pip install -qq --upgrade 'pip>=25.1'
        .venv/bin/python -m pip install -qq -e . --group test
        touch "$stamp"
    fi
}

command=${1:-}
shift || true
case "$command" in
    demo | test | install) ;;
    *)
        sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
esac
install_packages
install_python
case "$command" in
    demo)
        # A tenth of the paper's time for the ATPs, so that one can wait for it; the last of an option
        # given twice counts. Status 1 says that some problem was not proved: a result, not an error.
        .venv/bin/python -m pytest --putnam-lang=coq --prover=coqhammer \
            --prover-opt atp-limit=10 -n 2 "$@" || [ $? -eq 1 ]
        ;;
    test) .venv/bin/python -m pytest -n 2 "$@" ;;
esac
