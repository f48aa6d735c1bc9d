#!/usr/bin/env bash
# Sees to it that an old kubectl (1.20, the one Debian has) is at hand for the end-to-end tests, beside those
# that are installed: takes it out of its package into the cache, and installs nothing. Tests go on without it.
set -uo pipefail

cache=$1/kubectl-1.20
if [ -x "$cache/usr/bin/kubectl" ]; then exit 0; fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-deb >/dev/null; then
  echo 'kubectl 1.20: no Debian package can be had here; the tests go on with those that are installed'
  exit 0
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
download() { (cd "$work" && apt-get download -q kubernetes-client </dev/null >/dev/null 2>&1); }
as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
download || { "${as_root[@]}" apt-get update -q </dev/null >/dev/null 2>&1 && download; }
package=$(find "$work" -name '*.deb' | head -1)
if [ -z "$package" ]; then
  echo 'kubectl 1.20: the package could not be downloaded; the tests go on with those that are installed'
  exit 0
fi
mkdir -p "$cache"
dpkg-deb -x "$package" "$cache"
echo "kubectl 1.20: $cache/usr/bin/kubectl"
