/** File systems reached over the network. */
import { bool, field, list, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { LocalObjectReference, SecretReference } from './object-reference.ts';

export const CephFSPersistentVolumeSource = message(
  'io.k8s.api.core.v1.CephFSPersistentVolumeSource',
  {
    monitors: required(1, list(string), { about: 'Addresses of the Ceph monitors.' }),
    path: field(2, string, { about: 'Folder to mount as root; / by default.' }),
    user: field(3, string, { about: 'Ceph user; admin by default.' }),
    secretFile: field(4, string, { about: 'Key ring file on the node; /etc/ceph/user.secret by default.' }),
    secretRef: optional(5, SecretReference, {
      about: "Secret with the user's key, in any namespace; replaces `secretFile`.",
    }),
    readOnly: field(6, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A Ceph filesystem for a persistent volume.' },
);
export type CephFSPersistentVolumeSource = TypeOf<typeof CephFSPersistentVolumeSource>;

export const CephFSVolumeSource = message(
  'io.k8s.api.core.v1.CephFSVolumeSource',
  {
    monitors: required(1, list(string), { about: 'Addresses of the Ceph monitors.' }),
    path: field(2, string, { about: 'Folder to mount as root; / by default.' }),
    user: field(3, string, { about: 'Ceph user; admin by default.' }),
    secretFile: field(4, string, { about: 'Key ring file on the node; /etc/ceph/user.secret by default.' }),
    secretRef: optional(5, LocalObjectReference, { about: "Secret with the user's key; replaces `secretFile`." }),
    readOnly: field(6, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A Ceph filesystem.' },
);
export type CephFSVolumeSource = TypeOf<typeof CephFSVolumeSource>;

export const FlockerVolumeSource = message(
  'io.k8s.api.core.v1.FlockerVolumeSource',
  {
    datasetName: field(1, string, { about: 'Name of the dataset; obsolete.' }),
    datasetUUID: field(2, string, { about: 'UUID of the dataset.' }),
  },
  { about: 'A Flocker dataset; set exactly one member.' },
);
export type FlockerVolumeSource = TypeOf<typeof FlockerVolumeSource>;

export const GlusterfsPersistentVolumeSource = message(
  'io.k8s.api.core.v1.GlusterfsPersistentVolumeSource',
  {
    endpoints: required(1, string, { about: 'Name of the Endpoints object with the Gluster servers.' }),
    path: required(2, string, { about: 'Name of the Gluster volume.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
    endpointsNamespace: optional(4, string, {
      about: "Namespace of the Endpoints object; empty means the claim's namespace.",
    }),
  },
  { about: 'A GlusterFS volume for a persistent volume.' },
);
export type GlusterfsPersistentVolumeSource = TypeOf<typeof GlusterfsPersistentVolumeSource>;

export const GlusterfsVolumeSource = message(
  'io.k8s.api.core.v1.GlusterfsVolumeSource',
  {
    endpoints: required(1, string, { about: 'Name of the Endpoints object with the Gluster servers.' }),
    path: required(2, string, { about: 'Name of the Gluster volume.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A GlusterFS volume.' },
);
export type GlusterfsVolumeSource = TypeOf<typeof GlusterfsVolumeSource>;

export const NFSVolumeSource = message(
  'io.k8s.api.core.v1.NFSVolumeSource',
  {
    server: required(1, string, { about: 'Host name or IP address of the server.' }),
    path: required(2, string, { about: 'Exported path.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
  },
  { about: 'A path exported by an NFS server.' },
);
export type NFSVolumeSource = TypeOf<typeof NFSVolumeSource>;

export const QuobyteVolumeSource = message(
  'io.k8s.api.core.v1.QuobyteVolumeSource',
  {
    registry: required(1, string, { about: 'Registry addresses as host:port, separated by commas.' }),
    volume: required(2, string, { about: 'Name of an existing volume.' }),
    readOnly: field(3, bool, { about: 'True mounts the volume without write access; false by default.' }),
    user: field(4, string, { about: "User that accesses are mapped to; the service account's user by default." }),
    group: field(5, string, { about: 'Group that accesses are mapped to; none by default.' }),
    tenant: field(6, string, { about: 'Tenant that owns the volume; for dynamic volumes the plugin sets it.' }),
  },
  { about: 'A Quobyte volume; obsolete.' },
);
export type QuobyteVolumeSource = TypeOf<typeof QuobyteVolumeSource>;
