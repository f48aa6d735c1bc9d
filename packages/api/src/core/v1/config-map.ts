/** ConfigMap: configuration data for pods to read. */
import { bool, bytes, field, kind, map, optional, string, type TypeOf } from '@keelson/schema';

import { listOf } from '../../meta/v1/list-of.ts';
import { metadata } from '../../meta/v1/object-meta.ts';

export const ConfigMap = kind(
  'io.k8s.api.core.v1.ConfigMap',
  {
    metadata,
    immutable: optional(4, bool, { about: 'True forbids any further change of the data; it cannot be taken back.' }),
    data: field(2, map(string), { about: 'Text values by key; keys may hold letters, digits, `-`, `_` and `.`.' }),
    binaryData: field(3, map(bytes), { about: 'Binary values by key, in base64; no key may also occur in `data`.' }),
  },
  { about: 'Configuration data for pods to read.' },
);
export type ConfigMap = TypeOf<typeof ConfigMap>;

export const ConfigMapList = listOf(ConfigMap);
export type ConfigMapList = TypeOf<typeof ConfigMapList>;
