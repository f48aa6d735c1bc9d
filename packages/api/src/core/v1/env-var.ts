/** Environment variables of a container and where their values come from. */
import { bool, field, inline, message, optional, required, string, type TypeOf } from '@keelson/schema';

import { ObjectFieldSelector, ResourceFieldSelector } from './field-selector.ts';
import { LocalObjectReference } from './object-reference.ts';

export const ConfigMapEnvSource = message(
  'io.k8s.api.core.v1.ConfigMapEnvSource',
  {
    localObjectReference: inline(1, LocalObjectReference),
    optional: optional(2, bool, { about: 'True starts the container even if the ConfigMap is missing.' }),
  },
  { about: 'A ConfigMap as a source of environment variables.' },
);
export type ConfigMapEnvSource = TypeOf<typeof ConfigMapEnvSource>;

export const ConfigMapKeySelector = message(
  'io.k8s.api.core.v1.ConfigMapKeySelector',
  {
    localObjectReference: inline(1, LocalObjectReference),
    key: required(2, string, { about: 'Key to read.' }),
    optional: optional(3, bool, { about: 'True tolerates that the ConfigMap or key is missing.' }),
  },
  { about: 'One key of a ConfigMap.', structType: 'atomic' },
);
export type ConfigMapKeySelector = TypeOf<typeof ConfigMapKeySelector>;

export const SecretEnvSource = message(
  'io.k8s.api.core.v1.SecretEnvSource',
  {
    localObjectReference: inline(1, LocalObjectReference),
    optional: optional(2, bool, { about: 'True starts the container even if the Secret is missing.' }),
  },
  { about: 'A Secret as a source of environment variables.' },
);
export type SecretEnvSource = TypeOf<typeof SecretEnvSource>;

export const EnvFromSource = message(
  'io.k8s.api.core.v1.EnvFromSource',
  {
    prefix: field(1, string, { about: 'Text put before every key to make the variable name.' }),
    configMapRef: optional(2, ConfigMapEnvSource, { about: 'ConfigMap to take the keys from.' }),
    secretRef: optional(3, SecretEnvSource, { about: 'Secret to take the keys from.' }),
  },
  { about: 'A ConfigMap or Secret whose keys all become variables.' },
);
export type EnvFromSource = TypeOf<typeof EnvFromSource>;

export const SecretKeySelector = message(
  'io.k8s.api.core.v1.SecretKeySelector',
  {
    localObjectReference: inline(1, LocalObjectReference),
    key: required(2, string, { about: 'Key to read.' }),
    optional: optional(3, bool, { about: 'True tolerates that the Secret or key is missing.' }),
  },
  { about: 'One key of a Secret.', structType: 'atomic' },
);
export type SecretKeySelector = TypeOf<typeof SecretKeySelector>;

export const EnvVarSource = message(
  'io.k8s.api.core.v1.EnvVarSource',
  {
    fieldRef: optional(1, ObjectFieldSelector, { about: 'A field of the pod, such as metadata.name or status.podIP.' }),
    resourceFieldRef: optional(2, ResourceFieldSelector, { about: 'A resource limit or request of a container.' }),
    configMapKeyRef: optional(3, ConfigMapKeySelector, { about: "One key of a ConfigMap in the pod's namespace." }),
    secretKeyRef: optional(4, SecretKeySelector, { about: "One key of a Secret in the pod's namespace." }),
  },
  { about: 'Where the value of a variable comes from; set exactly one member.' },
);
export type EnvVarSource = TypeOf<typeof EnvVarSource>;

export const EnvVar = message(
  'io.k8s.api.core.v1.EnvVar',
  {
    name: required(1, string, { about: 'Name of the variable.' }),
    value: field(2, string, {
      about: 'Literal value; $(NAME) inserts an earlier variable and $$ writes a dollar sign. Empty by default.',
    }),
    valueFrom: optional(3, EnvVarSource, {
      about: 'Where to take the value from; cannot be combined with a non-empty `value`.',
    }),
  },
  { about: 'One environment variable of a container.' },
);
export type EnvVar = TypeOf<typeof EnvVar>;
