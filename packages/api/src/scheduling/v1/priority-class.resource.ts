/** How scheduling.{domain}/v1 serves PriorityClass objects. */
import { allVerbs, resource } from '@keelson/schema';

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
  message: PriorityClass,
  list: PriorityClassList,
  storage: { group: 'scheduling.{domain}', version: 'v1' },
  storagePrefix: 'priorityclasses',
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  about: 'Gives a name to a pod priority number.',
});
