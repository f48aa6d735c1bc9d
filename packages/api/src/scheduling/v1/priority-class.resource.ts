/** Resource declaration of PriorityClass in scheduling.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { priorityClassColumns } from './priority-class.columns.ts';
import { priorityClassHooks, priorityClassRules } from './priority-class.rules.ts';
import { PriorityClass, PriorityClassList } from './priority-class.ts';

export const priorityClasses = resource({
  group: 'scheduling.{domain}',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  singular: 'priorityclass',
  shortNames: ['pc'],
  scope: 'Cluster',
  verbs: allVerbs,
  actsAtOnce: true,
  message: PriorityClass,
  list: PriorityClassList,
  storage: { kind: 'stored', group: 'scheduling.{domain}', version: 'v1', prefix: 'priorityclasses' },
  allowsUnconditionalUpdate: true,
  columns: priorityClassColumns,
  hooks: priorityClassHooks,
  rules: priorityClassRules,
  about: 'Gives a name to a pod priority number.',
});
