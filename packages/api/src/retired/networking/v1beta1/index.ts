/** Retired API version networking.{domain}/v1beta1: served by the releases before its removal, decoded and converted by all. */
import type { ApiVersion } from '../../../api-version.ts';
import { ingressClasses } from '../../../networking/v1/ingress-class.resource.ts';
import { ingresses } from '../../../networking/v1/ingress.resource.ts';
import { retire } from '../../retire.ts';
import { ingressConversion } from './ingress.conversion.ts';
import { retiredIngressHooks } from './ingress.rules.ts';
import { Ingress } from './ingress.ts';

const version = { group: 'networking.{domain}', version: 'v1beta1' } as const;

export const networkingV1beta1: ApiVersion = {
  ...version,
  resources: [
    retire(ingressClasses, version),
    retire(ingresses, { ...version, message: Ingress, conversion: ingressConversion, hooks: retiredIngressHooks }),
  ],
  kinds: [],
};
