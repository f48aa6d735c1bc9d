/** How v1 serves ConfigMap objects. */
import { allVerbs, resource } from '@keelson/schema';

import { ConfigMap, ConfigMapList } from './config-map.ts';

export const configMaps = resource({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  singular: 'configmap',
  shortNames: ['cm'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: ConfigMap,
  list: ConfigMapList,
  storage: { group: '', version: 'v1' },
  storagePrefix: 'configmaps',
  allowsUnconditionalUpdate: true,
  about: 'Configuration data for pods to read.',
});
