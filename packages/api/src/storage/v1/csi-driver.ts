/** CSIDriver: describes a CSI volume driver; its name is the driver's own name. */
import {
  bool,
  field,
  int64,
  kind,
  list,
  message,
  optional,
  required,
  string,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';
import { defaultLifecycleModes } from './csi-driver.defaults.ts';

export const TokenRequest = message(
  'io.k8s.api.storage.v1.TokenRequest',
  {
    audience: required(1, string, { about: 'Intended audience of the token; empty means the API server.' }),
    expirationSeconds: optional(2, int64, {
      about: 'Requested token lifetime in seconds; unset uses the server default.',
    }),
  },
  { about: 'A service account token wanted by a CSI driver.' },
);
export type TokenRequest = TypeOf<typeof TokenRequest>;

export const CSIDriverSpec = message(
  'io.k8s.api.storage.v1.CSIDriverSpec',
  {
    attachRequired: optional(1, bool, {
      default: true,
      about: 'Whether volumes must be attached before mounting. Defaults to true; immutable.',
    }),
    podInfoOnMount: optional(2, bool, {
      default: false,
      about: "Whether mount calls carry the pod's name, namespace and UID. Defaults to false.",
    }),
    volumeLifecycleModes: field(3, list(usually('Persistent', 'Ephemeral')), {
      listType: 'set',
      about: 'Volume kinds the driver supports: Persistent, Ephemeral. Empty means Persistent only; immutable.',
    }),
    storageCapacity: optional(4, bool, {
      default: false,
      featureGate: 'CSIStorageCapacity',
      about: 'Whether scheduling considers the capacity the driver publishes. Defaults to false.',
    }),
    fsGroupPolicy: optional(5, usually('ReadWriteOnceWithFSType', 'File', 'None'), {
      default: 'ReadWriteOnceWithFSType',
      about: "How a pod's fsGroup is applied: ReadWriteOnceWithFSType (default), File or None.",
    }),
    tokenRequests: field(6, list(TokenRequest), {
      listType: 'atomic',
      about: 'Service account tokens to hand to the driver on mount, one per audience.',
    }),
    requiresRepublish: optional(7, bool, {
      default: false,
      about: 'Whether publish calls repeat periodically to refresh mounted volumes. Defaults to false.',
    }),
  },
  { about: 'What the cluster needs to know to use a CSI driver.', applyDefaults: defaultLifecycleModes },
);
export type CSIDriverSpec = TypeOf<typeof CSIDriverSpec>;

export const CSIDriver = kind(
  'io.k8s.api.storage.v1.CSIDriver',
  {
    metadata,
    spec: required(2, CSIDriverSpec, { about: 'How the cluster deals with the driver.' }),
  },
  { about: "Describes a CSI volume driver; its name is the driver's own name." },
);
export type CSIDriver = TypeOf<typeof CSIDriver>;

export const CSIDriverList = listOf(CSIDriver);
export type CSIDriverList = TypeOf<typeof CSIDriverList>;
