#!/usr/bin/env bash
# Sees to it that an etcd server is on the PATH: finds it, or installs it with the system's
# package manager. Asks nothing, and does nothing the second time.
set -euo pipefail

if command -v etcd >/dev/null; then
  echo "etcd: $(command -v etcd)"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi

install_package() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends etcd-server etcd-client </dev/null
}

if command -v apt-get >/dev/null && "${as_root[@]}" true 2>/dev/null; then
  echo 'etcd: not on the PATH, installing etcd-server and etcd-client'
  install_package || { "${as_root[@]}" apt-get update -q </dev/null && install_package; }
fi

if ! command -v etcd >/dev/null; then
  echo 'etcd: not found, and it could not be installed. Put an etcd 3.4 or later on the PATH.' >&2
  exit 1
fi
