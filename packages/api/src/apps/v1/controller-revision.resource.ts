/** Resource declaration of ControllerRevision in apps/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { controllerRevisionColumns } from './controller-revision.columns.ts';
import { controllerRevisionHooks, controllerRevisionRules } from './controller-revision.rules.ts';
import { ControllerRevision, ControllerRevisionList } from './controller-revision.ts';

export const controllerRevisions = resource({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  singular: 'controllerrevision',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: ControllerRevision,
  list: ControllerRevisionList,
  storage: { kind: 'stored', group: 'apps', version: 'v1', prefix: 'controllerrevisions' },
  allowsUnconditionalUpdate: true,
  columns: controllerRevisionColumns,
  metadataChecks: { ofUpdate: ['changed', 'whole'] },
  hooks: controllerRevisionHooks,
  rules: controllerRevisionRules,
  about: 'An immutable snapshot of controller state, used for updates and rollbacks.',
});
