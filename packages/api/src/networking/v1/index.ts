/** API version networking.{domain}/v1: its resources and kinds. */
import type { ApiVersion } from '../../api-version.ts';
import { ingressClasses } from './ingress-class.resource.ts';
import { ingresses } from './ingress.resource.ts';
import { networkPolicies } from './network-policy.resource.ts';

export const networkingV1: ApiVersion = {
  group: 'networking.{domain}',
  version: 'v1',
  resources: [ingressClasses, ingresses, networkPolicies],
  kinds: [],
};
