/** Resource declaration of CustomResourceDefinition in apiextensions.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { customResourceDefinitionDeletion } from './custom-resource-definition.deletion.ts';
import { customResourceDefinitionHooks, customResourceDefinitionRules } from './custom-resource-definition.rules.ts';
import { CustomResourceDefinition, CustomResourceDefinitionList } from './custom-resource-definition.ts';

export const customResourceDefinitions = resource({
  group: 'apiextensions.{domain}',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  singular: 'customresourcedefinition',
  shortNames: ['crd', 'crds'],
  categories: ['api-extensions'],
  scope: 'Cluster',
  verbs: allVerbs,
  message: CustomResourceDefinition,
  list: CustomResourceDefinitionList,
  subresources: {
    status: statusSubresource,
  },
  storage: {
    kind: 'stored',
    group: 'apiextensions.{domain}',
    version: 'v1',
    prefix: 'apiextensions.{domain}/customresourcedefinitions',
    isAlwaysJson: true,
    shownVersion: 'v1beta1',
  },
  hasGeneration: true,
  hasOpenFinalizers: true,
  actsAtOnce: true,
  deletion: customResourceDefinitionDeletion,
  purpose: { kind: 'customResourceDefinition' },
  hooks: customResourceDefinitionHooks,
  rules: customResourceDefinitionRules,
  about: 'Adds a new resource type to the API; named `<plural>.<group>`.',
});
