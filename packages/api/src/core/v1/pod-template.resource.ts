/** Resource declaration of PodTemplate in v1. */
import { allVerbs, resource } from '@keelson/schema';

import { podTemplateRules } from './pod-template-spec.rules.ts';
import { podTemplateColumns } from './pod-template.columns.ts';
import { podTemplateHooks } from './pod-template.rules.ts';
import { PodTemplate, PodTemplateList } from './pod-template.ts';

export const podTemplates = resource({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  singular: 'podtemplate',
  scope: 'Namespaced',
  verbs: allVerbs,
  message: PodTemplate,
  list: PodTemplateList,
  storage: { kind: 'stored', group: '', version: 'v1', prefix: 'podtemplates' },
  allowsUnconditionalUpdate: true,
  returnsDeletedObject: true,
  hasGeneration: true,
  columns: podTemplateColumns,
  hooks: podTemplateHooks,
  rules: podTemplateRules,
  about: 'A stored blueprint for pods.',
});
