/** The subresources that many kinds share. */
import type { PartSubresource, ScaleSubresource } from '@keelson/schema';

import { scaleColumns } from './scale.columns.ts';
import { Scale } from './scale.ts';

/** The `status` subresource; a write to it changes nothing else of the object. */
export const statusSubresource: PartSubresource = {
  kind: 'part',
  verbs: ['get', 'patch', 'update'],
  writes: ['status'],
  isPrinted: true,
};

/** The number of replicas, in the same form for every kind that has some. */
export const scaleSubresource: ScaleSubresource = {
  kind: 'scale',
  verbs: ['get', 'patch', 'update'],
  servedAs: { group: 'autoscaling', version: 'v1', kind: 'Scale', message: Scale, columns: scaleColumns },
  isPrinted: true,
  replicas: 'spec.replicas',
  observedReplicas: 'status.replicas',
  selector: 'spec.selector',
};
