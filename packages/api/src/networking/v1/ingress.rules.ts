/** Prepares writes of ingresses, and warns of the annotation that named their class. */
import type { ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { type Ingress, IngressStatus } from './ingress.ts';

const classAnnotation = 'kubernetes.io/ingress.class';

export const ingressHooks: ResourceHooks<Ingress> = {
  ...statusHooks(IngressStatus),
  warnOnCreate: ({ metadata }) =>
    metadata.annotations?.[classAnnotation] === undefined
      ? []
      : [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`],
};
