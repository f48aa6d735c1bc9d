/** Resource declaration of ConfigMap in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { ConfigMap, ConfigMapList } from './config-map.ts';
import { configMapColumns } from './config-map.columns.ts';
import { configMapHooks, configMapRules } from './config-map.rules.ts';
import { countedAs } from './counted-as.ts';

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
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'configmaps' },
  allowsUnconditionalUpdate: true,
  purpose: { kind: 'authorityBundle' },
  columns: configMapColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  quota: countedAs('configmaps'),
  hooks: configMapHooks,
  rules: configMapRules,
  about: 'Configuration data for pods to read.',
});
