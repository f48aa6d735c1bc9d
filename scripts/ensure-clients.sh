#!/usr/bin/env bash
# Unpacks the clients that few machines have for the end-to-end tests: an old kubectl (1.20, the one that Debian
# has), Debian's Python client, Debian's protobuf for Python, Prometheus, HAProxy, and a clock that can be set off. They come out of their packages into the cache;
# nothing is installed. Tests go on without them.
set -uo pipefail

cache=$1
python_packages='kubernetes yaml certifi dateutil six requests urllib3 idna chardet charset-normalizer google-auth
  cachetools pyasn1 pyasn1-modules rsa requests-oauthlib oauthlib websocket pkg-resources'

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"

download() { (cd "$work" && apt-get download -q "$@" </dev/null >/dev/null 2>&1); }

# take FOLDER PACKAGE...: the files of the packages, below a folder that appears when all is in it
take() {
  local folder=$1 && shift
  if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then return 1; fi
  download "$@" || { "${as_root[@]}" apt-get update -q </dev/null >/dev/null 2>&1 && download "$@"; } || return 1
  local package
  for package in "$work"/*.deb; do dpkg-deb -x "$package" "$work/files" && rm "$package" || return 1; done
  mkdir -p "$(dirname "$folder")" && mv "$work/files" "$folder"
}

ensure() {
  local name=$1 folder=$2 && shift 2
  if [ -d "$folder" ]; then return; fi
  if take "$folder" "$@"; then
    echo "$name: $folder"
  else
    echo "$name: no Debian package can be had here; the tests go on without it"
  fi
  rm -rf "$work"/*
}

ensure 'kubectl 1.20' "$cache/kubectl-1.20" kubernetes-client
# shellcheck disable=SC2086 # a list of words
ensure 'Python client' "$cache/python-client" $(printf 'python3-%s ' $python_packages)
ensure 'Protobuf for Python' "$cache/python-protobuf" python3-protobuf python3-yaml
ensure 'Prometheus' "$cache/prometheus" prometheus
ensure 'HAProxy' "$cache/haproxy" haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1 libpcre2-posix3
ensure 'libfaketime' "$cache/libfaketime" libfaketime
