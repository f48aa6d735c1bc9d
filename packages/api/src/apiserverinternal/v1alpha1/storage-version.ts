/** StorageVersion: which replica writes a resource in which version. */
import { field, int64, kind, list, message, optional, required, string, time, usually } from '@keelson/schema';

import { conditionStatus } from '../../meta/v1/condition-status.ts';
import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

const name = (part: string) => `io.k8s.api.apiserverinternal.v1alpha1.${part}`;

export const ServerStorageVersion = message(
  name('ServerStorageVersion'),
  {
    apiServerID: field(1, string, { about: 'The replica.' }),
    encodingVersion: field(2, string, { about: 'The version it writes.' }),
    decodableVersions: field(3, list(string), { listType: 'set', about: 'The versions it can read.' }),
  },
  { about: 'What one replica writes and reads.' },
);

export const StorageVersionCondition = message(
  name('StorageVersionCondition'),
  {
    type: required(1, usually('AllEncodingVersionsEqual'), { about: 'Name of the condition.' }),
    status: required(2, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    observedGeneration: field(3, int64, { about: 'The generation the condition was set for.' }),
    lastTransitionTime: field(4, time, { about: 'When the status last switched from one value to another.' }),
    reason: required(5, string, { about: 'One CamelCase word giving the cause of the last transition.' }),
    message: field(6, string, { about: 'Readable details about the last transition.' }),
  },
  { about: 'One aspect of how the replicas agree.' },
);

export const StorageVersionSpec = message(
  name('StorageVersionSpec'),
  {},
  { about: 'Empty: nothing can be wished for.' },
);

export const StorageVersionStatus = message(
  name('StorageVersionStatus'),
  {
    storageVersions: field(1, list(ServerStorageVersion), {
      listType: 'map',
      listMapKeys: ['apiServerID'],
      about: 'What each replica writes and reads.',
    }),
    commonEncodingVersion: optional(2, string, { about: 'The version all replicas write, if they agree.' }),
    conditions: field(3, list(StorageVersionCondition), {
      listType: 'map',
      listMapKeys: ['type'],
      about: 'Current conditions, one per type.',
    }),
  },
  { about: 'What the replicas report.' },
);

export const StorageVersion = kind(
  name('StorageVersion'),
  {
    metadata,
    spec: required(2, StorageVersionSpec, { about: 'Empty.' }),
    status: required(3, StorageVersionStatus, { about: 'What the replicas report.' }),
  },
  { about: 'Which replica writes a resource in which version.' },
);

export const StorageVersionList = listOf(StorageVersion);
