/** The controllers that one replica runs at a time, in the order in which they start. */
import { roleAggregation } from './clusterrole-aggregation/role-aggregation.ts';
import type { ControllerDefinition } from './frame/definition.ts';
import { jobController } from './job/job-controller.ts';

export const allControllers: readonly ControllerDefinition[] = [roleAggregation, jobController];
