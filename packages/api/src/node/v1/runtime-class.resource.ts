/** Resource declaration of RuntimeClass in node.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { RuntimeClass, RuntimeClassList } from './runtime-class.ts';
import { runtimeClassColumns } from './runtime-class.columns.ts';
import { runtimeClassHooks, runtimeClassRules } from './runtime-class.rules.ts';

export const runtimeClasses = resource({
  group: 'node.{domain}',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  singular: 'runtimeclass',
  scope: 'Cluster',
  hasOpenFinalizers: true,
  verbs: allVerbs,
  actsAtOnce: true,
  message: RuntimeClass,
  list: RuntimeClassList,
  storage: { kind: 'stored', group: 'node.{domain}', version: 'v1', prefix: 'runtimeclasses' },
  columns: runtimeClassColumns,
  canCreateOnUpdate: true,
  metadataChecks: { ofUpdate: ['whole', 'changed'] },
  hooks: runtimeClassHooks,
  rules: runtimeClassRules,
  about: 'A kind of container runtime that pods can select by name.',
});
