#!/usr/bin/env bash
# The image of etcd for tests in containers, where an engine runs: pulled or, where no registry can be reached, made of the
# program on the path under the same name. Without an engine there is nothing to do, and tests run on the program.
set -euo pipefail

image=$(sed -n "s/^export const etcdImage = '\(.*\)';$/\1/p" "$(dirname "$0")/../packages/testkit/src/containers/etcd-containers.ts")

command -v docker >/dev/null && docker version >/dev/null 2>&1 || exit 0
docker image inspect "$image" >/dev/null 2>&1 && exit 0
timeout 120 docker pull --quiet "$image" 2>/dev/null && exit 0

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root"/{usr/local/bin,data,tmp,etc}
cp "$(command -v etcd)" "$root/usr/local/bin/etcd"
# Its libraries, and what loads them, at the places where it looks for them.
ldd "$(command -v etcd)" | grep -o '/[^ ]*' | while read -r library; do
  install -D "$(readlink -f "$library")" "$root$library"
done
tar -C "$root" -c . | docker import --change 'ENV PATH=/usr/local/bin' - "$image" >/dev/null
echo "$image was made of $(etcd --version | head -1)"
