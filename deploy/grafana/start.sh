#!/bin/sh
# Starts Grafana with a password for `admin` that nobody knows beforehand: GRAFANA_PASSWORD, or one that is made up at the first
# start. It is kept beside Grafana's data, and is in no argument or environment of the running process.
set -eu
file="${GF_PATHS_DATA:-/var/lib/grafana}/admin_password"
if [ ! -s "$file" ]; then
  umask 077
  printf %s "${GRAFANA_PASSWORD:-$(head -c 18 /dev/urandom | base64)}" >"$file"
fi
unset GRAFANA_PASSWORD
export GF_SECURITY_ADMIN_PASSWORD__FILE="$file"
exec "${@:-/run.sh}"
