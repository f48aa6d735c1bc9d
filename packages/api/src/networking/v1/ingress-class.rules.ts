/** Validates writes of ingress classes. The form of the controller's name is not checked. */
import type { ResourceHooks } from '@keelson/schema';

import { checkImmutable } from '../../rules/immutable-field.ts';
import type { IngressClass } from './ingress-class.ts';

export const ingressClassRules = ['controller stays.'];

export const ingressClassHooks: ResourceHooks<IngressClass> = {
  validateUpdate: ({ spec }, { spec: old }, report) =>
    checkImmutable(report, 'spec.controller', spec.controller, old.controller),
};
