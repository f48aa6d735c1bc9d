/**
 * The ConfigMap `cluster-info` in `kube-public`, in which newcomers find the cluster: its place, and the kubeconfig that
 * it holds, which names a server and its authority and has no credentials.
 */
import { isDeepStrictEqual } from 'node:util';

import { parseYaml, stringifyYaml } from '@keelson/schema';

export const clusterInfoPlace = { namespace: 'kube-public', name: 'cluster-info' } as const;

/** The key of the kubeconfig. */
export const clusterInfoKey = 'kubeconfig';

export interface ClusterAddress {
  /** A URL. */
  readonly server: string;
  /** In PEM. */
  readonly authority: string;
}

/** Fields that clients expect are there, though empty; the cluster has no name, as kubeadm writes it. */
export function printClusterInfo({ server, authority }: ClusterAddress): string {
  const cluster = { 'certificate-authority-data': Buffer.from(authority).toString('base64'), server };
  return stringifyYaml({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: '', cluster }],
    contexts: null,
    'current-context': '',
    preferences: {},
    users: null,
  });
}

interface FoundCluster {
  readonly server?: unknown;
  readonly 'certificate-authority-data'?: unknown;
}

/** The clusters of a kubeconfig; none where the text is no kubeconfig. */
export function readClusterAddresses(text: string): readonly ClusterAddress[] {
  const parsed = parseYaml(text, { maxDocuments: 1 });
  const [document] = parsed.ok ? parsed.documents : [];
  const { clusters } = (document ?? {}) as { readonly clusters?: unknown };
  if (!Array.isArray(clusters)) return [];
  return (clusters as readonly ({ readonly cluster?: FoundCluster | null } | null)[]).map((each) => {
    const { server, 'certificate-authority-data': data } = each?.cluster ?? {};
    return {
      server: typeof server === 'string' ? server : '',
      authority: typeof data === 'string' ? Buffer.from(data, 'base64').toString('utf8') : '',
    };
  });
}

/** True for a kubeconfig that leads to this address and no other, in whatever order and notation it is written. */
export function leadsTo(text: string, wanted: ClusterAddress): boolean {
  return isDeepStrictEqual(readClusterAddresses(text), [{ server: wanted.server, authority: wanted.authority }]);
}
