/** The metrics an autoscaler aims at, declared as v2 has them. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { MetricSpec as Later } from '../v2/metric-spec.ts';
import { inCommon } from './metric-identifier.ts';

export const MetricSpec = inVersion(Later, 'v2beta2', inCommon);
export type MetricSpec = TypeOf<typeof MetricSpec>;
