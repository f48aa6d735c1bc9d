/** The flags of `keelson serve` for where objects are kept. */
import { storageMediaTypes } from '@keelson/server';

import type { Flag } from './flag.ts';

const group = 'Store';
const minuteMs = 60_000;

export const unboundValues = ['refuse', 'read', 'write'] as const;

export const storeFlags = {
  'data-dir': {
    kind: 'text',
    group,
    value: 'DIR',
    default: '.keelson',
    about: 'where the embedded store, the certificates we make and admin.kubeconfig are kept',
  },
  'etcd-servers': {
    kind: 'list',
    group,
    value: 'URLS',
    about: 'store in this etcd cluster instead of the embedded store, such as https://10.0.0.1:2379',
  },
  'etcd-prefix': {
    kind: 'text',
    group,
    value: 'PREFIX',
    default: '/registry',
    about: 'what all keys begin with',
  },
  'etcd-cafile': { kind: 'text', group, value: 'FILE', about: 'the authority that etcd is verified against' },
  'etcd-certfile': { kind: 'text', group, value: 'FILE', about: 'our certificate for etcd' },
  'etcd-keyfile': { kind: 'text', group, value: 'FILE', about: 'the key of --etcd-certfile' },
  'etcd-compaction-interval': {
    kind: 'duration',
    group,
    default: 5 * minuteMs,
    about: 'how often old revisions are given up; 0 for never',
  },
  'encryption-provider-config': {
    kind: 'text',
    group,
    value: 'FILE',
    about: 'which resources are encrypted at rest, and with which keys',
  },
  'encryption-unbound-values': {
    kind: 'text',
    group,
    default: 'refuse',
    oneOf: unboundValues,
    about:
      'refuse, read or write: what kube-apiserver encrypts with aescbc or secretbox, which somebody who can write to the store could move to another key; read while its data is taken over, write while it uses the store, too',
  },
  'storage-media-type': {
    kind: 'text',
    group,
    default: 'application/json',
    oneOf: storageMediaTypes,
    about:
      'the form in which objects of built-in kinds are written, in either store; those in the other form are read as well, and stay until they are written',
  },
  'event-ttl': { kind: 'duration', group, default: 60 * minuteMs, about: 'how long events are kept' },
  'watch-history': {
    kind: 'duration',
    group,
    default: 5 * minuteMs,
    about: 'how long changes are kept in memory for watches and old lists',
  },
  'watch-history-bytes': {
    kind: 'count',
    group,
    value: 'BYTES',
    default: 256 * 1024 * 1024,
    about: 'how much memory that may take',
  },
} as const satisfies Readonly<Record<string, Flag>>;
