/** Resource declaration of CustomResourceDefinition in apiextensions.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
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
  storage: { group: 'apiextensions.{domain}', version: 'v1', shownVersion: 'v1beta1' },
  storagePrefix: 'apiextensions.{domain}/customresourcedefinitions',
  hasGeneration: true,
  hooks: customResourceDefinitionHooks,
  rules: customResourceDefinitionRules,
  about: 'Adds a new resource type to the API; named `<plural>.<group>`.',
});
