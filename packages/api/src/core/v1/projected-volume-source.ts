/** Volumes whose files are written from the API: configuration, secrets, tokens, the pod itself. */
import {
  bool,
  field,
  inline,
  int32,
  int64,
  list,
  message,
  optional,
  required,
  shown,
  string,
  type TypeOf,
} from '@keelson/schema';

import { ObjectFieldSelector, ResourceFieldSelector } from './field-selector.ts';
import { LocalObjectReference } from './object-reference.ts';

export const KeyToPath = message(
  'io.k8s.api.core.v1.KeyToPath',
  {
    key: required(1, string, { about: 'Key to show.' }),
    path: required(2, string, { about: 'File to write, relative to the volume; must not contain `..`.' }),
    mode: optional(3, int32, { about: "Permission bits of this file, 0 to 0777; unset takes the volume's default." }),
  },
  { about: 'A key and the file it becomes.' },
);
export type KeyToPath = TypeOf<typeof KeyToPath>;

export const ConfigMapProjection = message(
  'io.k8s.api.core.v1.ConfigMapProjection',
  {
    localObjectReference: inline(1, LocalObjectReference),
    items: field(2, list(KeyToPath), { about: 'Keys to show and where; empty shows every key as a file of its name.' }),
    optional: optional(4, bool, { about: 'True tolerates that the ConfigMap or a listed key is missing.' }),
  },
  { about: "A ConfigMap's part of a projected volume." },
);
export type ConfigMapProjection = TypeOf<typeof ConfigMapProjection>;

export const ConfigMapVolumeSource = message(
  'io.k8s.api.core.v1.ConfigMapVolumeSource',
  {
    localObjectReference: inline(1, LocalObjectReference),
    items: field(2, list(KeyToPath), { about: 'Keys to show and where; empty shows every key as a file of its name.' }),
    defaultMode: optional(3, int32, {
      default: 0o644,
      about: 'Permission bits of the files, 0 to 0777; 0644 by default.',
    }),
    optional: optional(4, bool, { about: 'True starts the pod even if the ConfigMap or a listed key is missing.' }),
  },
  { about: 'Files made from a ConfigMap.' },
);
export type ConfigMapVolumeSource = TypeOf<typeof ConfigMapVolumeSource>;

export const DownwardAPIVolumeFile = message(
  'io.k8s.api.core.v1.DownwardAPIVolumeFile',
  {
    path: required(1, string, { about: 'File to write, relative to the volume; must not contain `..`.' }),
    fieldRef: optional(2, ObjectFieldSelector, {
      about: 'Pod field to write: name, namespace, uid, labels or annotations.',
    }),
    resourceFieldRef: optional(3, ResourceFieldSelector, {
      about: 'Container limit or request to write, of CPU, memory, storage or huge pages.',
    }),
    mode: optional(4, int32, { about: "Permission bits of this file, 0 to 0777; unset takes the volume's default." }),
  },
  { about: 'One file made from a fact about the pod; set one of the two references.' },
);
export type DownwardAPIVolumeFile = TypeOf<typeof DownwardAPIVolumeFile>;

export const DownwardAPIProjection = message(
  'io.k8s.api.core.v1.DownwardAPIProjection',
  {
    items: field(1, list(DownwardAPIVolumeFile), { about: 'The files to write.' }),
  },
  { about: "The pod's own facts as part of a projected volume." },
);
export type DownwardAPIProjection = TypeOf<typeof DownwardAPIProjection>;

export const DownwardAPIVolumeSource = message(
  'io.k8s.api.core.v1.DownwardAPIVolumeSource',
  {
    items: field(1, list(DownwardAPIVolumeFile), { about: 'The files to write.' }),
    defaultMode: optional(2, int32, {
      default: 0o644,
      about: 'Permission bits of the files, 0 to 0777; 0644 by default.',
    }),
  },
  { about: 'Files made from facts about the pod.' },
);
export type DownwardAPIVolumeSource = TypeOf<typeof DownwardAPIVolumeSource>;

export const SecretProjection = message(
  'io.k8s.api.core.v1.SecretProjection',
  {
    localObjectReference: inline(1, LocalObjectReference),
    items: field(2, list(KeyToPath), { about: 'Keys to show and where; empty shows every key as a file of its name.' }),
    optional: optional(4, bool, { about: 'True tolerates that the secret or a listed key is missing.' }),
  },
  { about: "A secret's part of a projected volume." },
);
export type SecretProjection = TypeOf<typeof SecretProjection>;

export const ServiceAccountTokenProjection = message(
  'io.k8s.api.core.v1.ServiceAccountTokenProjection',
  {
    audience: field(1, string, { about: 'Recipient the token is meant for; empty means the API server.' }),
    expirationSeconds: optional(2, int64, {
      default: 3600,
      about: 'Seconds the token is valid, at least 600; 3600 by default.',
    }),
    path: required(3, string, { about: 'File to write the token to, relative to the volume.' }),
  },
  { about: 'A service account token that the kubelet renews in time.' },
);
export type ServiceAccountTokenProjection = TypeOf<typeof ServiceAccountTokenProjection>;

export const VolumeProjection = message(
  'io.k8s.api.core.v1.VolumeProjection',
  {
    secret: optional(1, SecretProjection, { about: 'Files made from a secret.' }),
    downwardAPI: optional(2, DownwardAPIProjection, { about: 'Files made from facts about the pod.' }),
    configMap: optional(3, ConfigMapProjection, { about: 'Files made from a ConfigMap.' }),
    serviceAccountToken: optional(4, ServiceAccountTokenProjection, {
      about: "A token file for the pod's service account.",
    }),
  },
  { about: 'One source of a projected volume; set exactly one member.' },
);
export type VolumeProjection = TypeOf<typeof VolumeProjection>;

export const ProjectedVolumeSource = message(
  'io.k8s.api.core.v1.ProjectedVolumeSource',
  {
    sources: shown(1, list(VolumeProjection), { about: 'The sources.' }),
    defaultMode: optional(2, int32, {
      default: 0o644,
      about: 'Permission bits of the files, 0 to 0777; 0644 by default.',
    }),
  },
  { about: 'Several sources put together in one folder.' },
);
export type ProjectedVolumeSource = TypeOf<typeof ProjectedVolumeSource>;

export const SecretVolumeSource = message(
  'io.k8s.api.core.v1.SecretVolumeSource',
  {
    secretName: field(1, string, { about: "Secret in the pod's namespace to use." }),
    items: field(2, list(KeyToPath), { about: 'Keys to show and where; empty shows every key as a file of its name.' }),
    defaultMode: optional(3, int32, {
      default: 0o644,
      about: 'Permission bits of the files, 0 to 0777; 0644 by default.',
    }),
    optional: optional(4, bool, { about: 'True starts the pod even if the secret or a listed key is missing.' }),
  },
  { about: 'Files made from a secret.' },
);
export type SecretVolumeSource = TypeOf<typeof SecretVolumeSource>;
