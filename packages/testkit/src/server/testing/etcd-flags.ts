/** The flags that lead a server to a cluster of etcd that a test has started. */
import type { EtcdCluster } from '@keelson/storage/etcd-cluster';

export function etcdFlags({ urls, files }: Pick<EtcdCluster, 'urls' | 'files'>): string[] {
  const servers = `--etcd-servers=${urls.join(',')}`;
  if (files === undefined) return [servers];
  const { ca, cert, key } = files;
  return [servers, `--etcd-cafile=${ca}`, `--etcd-certfile=${cert}`, `--etcd-keyfile=${key}`];
}
