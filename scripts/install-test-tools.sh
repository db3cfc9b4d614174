#!/usr/bin/env bash
# Installs the missing system programs that tests use, as root on Debian and its derivatives: a browser for the dashboard, a name server,
# OpenSSL, PostgreSQL, Python, and checkers for the workflows in docs/guide/ci. Prints nothing if nothing is missing, and never fails.

packages=()
need() { # need PACKAGE COMMAND...: installs PACKAGE unless one of the commands exists
  local package=$1
  shift
  for command in "$@"; do
    if PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" command -v "$command" >/dev/null 2>&1; then return; fi
  done
  packages+=("$package")
}

need chromium chromium chromium-browser google-chrome
need bind9 named
need openssl openssl
# Debian installs each version of the server in its own directory, which is not on PATH.
PATH="$PATH:$(printf '%s:' /usr/lib/postgresql/*/bin)" need postgresql postgres
need python3 python3
python3 -c 'import ensurepip' >/dev/null 2>&1 || packages+=(python3-venv)
need jq jq
need shellcheck shellcheck

# Not a Debian package. Go verifies the download against its checksum database.
ACTIONLINT=github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
if ! command -v actionlint >/dev/null 2>&1; then
  if [ "$(id -u)" -ne 0 ] || ! command -v go >/dev/null 2>&1; then
    echo "Not installed (requires root and Go): actionlint. Tests that need it are skipped (in CI, they fail)." >&2
  else
    echo "Installing programs for tests: $ACTIONLINT ..." >&2
    if ! log=$(GOBIN=/usr/local/bin GOTOOLCHAIN=local GOWORK=off GOFLAGS= CGO_ENABLED=0 go install "$ACTIONLINT" 2>&1); then
      printf '%s\n' "$log" "Could not install: actionlint. Tests that need it are skipped (in CI, they fail)." >&2
    fi
  fi
fi

if [ ${#packages[@]} -eq 0 ]; then exit 0; fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "Not installed (requires root and apt-get): ${packages[*]}. Tests that need them are skipped (in CI, they fail)." >&2
  exit 0
fi

echo "Installing programs for tests: ${packages[*]} ..." >&2
export DEBIAN_FRONTEND=noninteractive
if ! log=$(apt-get update -qq 2>&1 && apt-get install -y -qq --no-install-recommends "${packages[@]}" 2>&1); then
  printf '%s\n' "$log" "Could not install: ${packages[*]}. Tests that need them are skipped (in CI, they fail)." >&2
fi
exit 0
