/** Resource declaration of LimitRange in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { limitRangeHooks, limitRangeRules } from './limit-range.rules.ts';
import { LimitRange, LimitRangeList } from './limit-range.ts';

export const limitRanges = resource({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  singular: 'limitrange',
  shortNames: ['limits'],
  scope: 'Namespaced',
  verbs: allVerbs,
  actsAtOnce: true,
  message: LimitRange,
  list: LimitRangeList,
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'limitranges' },
  allowsUnconditionalUpdate: true,
  metadataChecks: { ofUpdate: ['whole'] },
  isNamedByUid: true,
  hooks: limitRangeHooks,
  rules: limitRangeRules,
  canCreateOnUpdate: true,
  about: 'Bounds and defaults for single objects in a namespace.',
});
