/** The flag of the address that newcomers find in `cluster-info`, before they have credentials. */
import type { ServerConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { Flag } from './flag.ts';

export const clusterInfoFlags = {
  'publish-cluster-info': {
    kind: 'text',
    group: 'Callers',
    value: 'URL',
    about:
      'publish this address of the API, and its authority, in the ConfigMap cluster-info of kube-public, which everyone may read: clients with a bootstrap token find the cluster by it (the controller bootstrapsigner signs it). An address that somebody else has put there stays. Give it to all replicas',
  },
} as const satisfies Readonly<Record<string, Flag>>;

interface ClusterInfoValues {
  readonly 'publish-cluster-info': string | undefined;
}

export function clusterInfoOf(values: ClusterInfoValues): ServerConfiguration['clusterInfo'] {
  const server = values['publish-cluster-info'];
  if (server === undefined) return undefined;
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const isPlain = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (url?.protocol !== 'https:' || !isPlain) {
    throw new UsageError(`--publish-cluster-info ${server} is no address such as https://api.example:6443`);
  }
  return { server };
}
