/** Resource declaration of Deployment in apps/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { scaleSubresource, statusSubresource } from '../../subresources/shared-subresources.ts';
import { deploymentColumns } from './deployment.columns.ts';
import { deploymentHooks, deploymentRules } from './deployment.rules.ts';
import { Deployment, DeploymentList } from './deployment.ts';

export const deployments = resource({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  singular: 'deployment',
  shortNames: ['deploy'],
  categories: ['all'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: Deployment,
  list: DeploymentList,
  subresources: {
    scale: scaleSubresource,
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'apps', version: 'v1', prefix: 'deployments' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: deploymentColumns,
  hooks: deploymentHooks,
  rules: deploymentRules,
  about: 'Keeps a set of identical pods running and rolls out changes to them.',
});
