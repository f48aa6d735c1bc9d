/** How networking.{domain}/v1 serves NetworkPolicy objects. */
import { allVerbs, resource } from '@keelson/schema';

import { statusSubresource } from '../../subresources.ts';
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
  storage: { group: 'networking.{domain}', version: 'v1' },
  storagePrefix: 'networkpolicies',
  hasGeneration: true,
  allowsUnconditionalUpdate: true,
  about: 'States which traffic selected pods may receive and send.',
});
