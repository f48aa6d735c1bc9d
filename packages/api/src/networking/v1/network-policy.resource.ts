/** Resource declaration of NetworkPolicy in networking.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { networkPolicyColumns } from './network-policy.columns.ts';
import { networkPolicyHooks, networkPolicyRules } from './network-policy.rules.ts';
import { NetworkPolicy, NetworkPolicyList } from './network-policy.ts';

export const networkPolicies = resource({
  group: 'networking.{domain}',
  version: 'v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  singular: 'networkpolicy',
  shortNames: ['netpol'],
  scope: 'Namespaced',
  verbs: allVerbs,
  message: NetworkPolicy,
  list: NetworkPolicyList,
  subresources: {
    status: statusSubresource,
  },
  storage: { kind: 'stored', group: 'networking.{domain}', version: 'v1', prefix: 'networkpolicies' },
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  columns: networkPolicyColumns,
  groupOfRefusals: 'extensions',
  metadataChecks: { ofUpdate: ['whole', 'changed'], ofPart: [] },
  hooks: networkPolicyHooks,
  rules: networkPolicyRules,
  about: 'States which traffic selected pods may receive and send.',
});
