/** Where a node takes its configuration from; no longer acted upon. */
import { field, message, optional, required, string, type TypeOf } from '@keelson/schema';

export const ConfigMapNodeConfigSource = message(
  'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  {
    namespace: required(1, string, { about: 'Namespace of the ConfigMap.' }),
    name: required(2, string, { about: 'Name of the ConfigMap.' }),
    uid: field(3, string, { about: "UID of the ConfigMap; only allowed in a node's status." }),
    resourceVersion: field(4, string, { about: "Version of the ConfigMap; only allowed in a node's status." }),
    kubeletConfigKey: required(5, string, { about: 'Key that holds the configuration.' }),
  },
  { about: 'A ConfigMap as kubelet configuration; obsolete.' },
);
export type ConfigMapNodeConfigSource = TypeOf<typeof ConfigMapNodeConfigSource>;

export const NodeConfigSource = message(
  'io.k8s.api.core.v1.NodeConfigSource',
  {
    configMap: optional(2, ConfigMapNodeConfigSource, { about: 'ConfigMap with the configuration.' }),
  },
  { about: 'Where a kubelet reads its configuration from; obsolete.' },
);
export type NodeConfigSource = TypeOf<typeof NodeConfigSource>;
