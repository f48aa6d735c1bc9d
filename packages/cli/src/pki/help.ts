/** The help of `keelson pki`. */
export const pkiHelp = `Makes and keeps the certificates of a cluster: authorities, etcd members, replicas,
the administrator, the front proxy, the client of kubelets, the service account key.

Usage: keelson pki init      [--dir DIR] [options]
       keelson pki renew     [--dir DIR] [FILE...] [options]
       keelson pki rotate-ca prepare|switch|finish [--dir DIR] [options]
       keelson pki show      [--dir DIR] [-o table|json] [--within DURATION]

      --dir DIR              the folder of the certificates (default: pki)

init: makes what is missing. A second run with a further --replica or --etcd-member makes its
certificate; without them it makes none, and without --server kubeconfigs lead where they led.
Certificates that have expired, lack a host or are signed by an authority that is gone are
remade: those of the administrator, of the clients that replicas use, and of each --replica,
--etcd-member and --client that is given. All others stay as they are; renew remakes them.
      --replica NAME[=HOST,...]       a replica and the names and addresses it is reached
                                      under; may be repeated (default: keelson)
      --etcd-member NAME[=HOST,...]   a member of etcd; may be repeated (default: etcd)
      --san HOST,...                  names and addresses of every replica, as of a load
                                      balancer; may be repeated
      --client NAME[=GROUP,...]       another client of the API, with a kubeconfig of its
                                      own, as prometheus=system:monitoring; may be repeated
      --service-cluster-ip-range NETWORKS   as of keelson serve: certificates of replicas
                                      have the first address, which is that of the Service
                                      kubernetes (default: 10.0.0.0/24)
      --server URL                    where kubeconfigs lead
                                      (default: https://127.0.0.1:6443)

renew: makes certificates anew that expire soon, or those that are named, each with the
same names and uses, signed by the same authority; and the kubeconfigs with them.
      --within DURATION      those that expire within so long (default: 720h)
      --all                  all of them

rotate-ca: replaces authorities without a moment in which one part of the cluster does not
trust another. After each step bring the files to their places and let the processes take
them up: keelson reads its own again, etcd has to be restarted, one member after the other.
  prepare                    make the new authority; both are trusted
  switch                     the new one signs, and all certificates are made anew
  finish                     the old one is trusted no longer
      --authority NAME       ca, etcd or front-proxy; may be repeated (default: all)

show: what there is, and when it expires. With --within the exit code is 1 if something
expires within so long; it is 1 in any case if something has expired.

      --duration DURATION    the life of certificates (default: 8760h; for renew, as before)
      --ca-duration DURATION the life of authorities (default: 87600h)
  -h, --help                 this text

Keys are readable by their owner alone. Nothing needs the keys of the authorities but this
command and the signing of certificate requests (ca.key): keep etcd/ca.key and
front-proxy-ca.key where no server is.

Exit codes: 0 when it is done, 1 when it could not be done, 2 when the command was not
understood.

Examples:
  keelson pki init --dir pki --replica a=10.0.0.1 --replica b=10.0.0.2 --san api.example.com
  keelson pki show --dir pki --within 720h -o json
`;
