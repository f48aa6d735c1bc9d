/** Resource declaration of NetworkPolicy in networking.{domain}/v1. */
import { allVerbs, resource } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { statusSubresource } from '../../subresources/shared-subresources.ts';
import { networkPolicyColumns } from './network-policy.columns.ts';
import { NetworkPolicy, NetworkPolicyList, NetworkPolicyStatus } from './network-policy.ts';

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
  hooks: statusHooks(NetworkPolicyStatus),
  about: 'States which traffic selected pods may receive and send.',
});
