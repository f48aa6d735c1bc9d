/** The metrics an autoscaler last read, declared as v2 has them. */
import { inVersion, type TypeOf } from '@keelson/schema';

import { MetricStatus as Later } from '../v2/metric-status.ts';
import { inCommon } from './metric-identifier.ts';

export const MetricStatus = inVersion(Later, 'v2beta2', inCommon);
export type MetricStatus = TypeOf<typeof MetricStatus>;
