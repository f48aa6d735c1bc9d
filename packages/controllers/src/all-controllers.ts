/** The controllers that one replica runs at a time, in the order in which they start. */
import { roleAggregation } from './clusterrole-aggregation/role-aggregation.ts';
import { cronJobController } from './cronjob/cronjob-controller.ts';
import { daemonSetController } from './daemonset/daemon-controller.ts';
import { deploymentController } from './deployment/deployment-controller.ts';
import { disruptionController } from './disruption/disruption-controller.ts';
import { mirroringController } from './endpoint-slices/mirroring-controller.ts';
import { endpointSlicesController } from './endpoint-slices/slices-controller.ts';
import { endpointsController } from './endpoints/endpoints-controller.ts';
import type { ControllerDefinition } from './frame/definition.ts';
import { garbageCollector } from './garbage-collector/garbage-collector.ts';
import { jobController } from './job/job-controller.ts';
import { replicaSetController, replicationControllerController } from './replicaset/replica-controller.ts';
import { statefulSetController } from './statefulset/stateful-controller.ts';
import { quotaController } from './resource-quota/quota-controller.ts';
import { ttlController } from './ttl-after-finished/ttl-controller.ts';

export const allControllers: readonly ControllerDefinition[] = [
  garbageCollector,
  roleAggregation,
  jobController,
  cronJobController,
  deploymentController,
  statefulSetController,
  daemonSetController,
  disruptionController,
  replicaSetController,
  replicationControllerController,
  ttlController,
  quotaController,
  endpointsController,
  endpointSlicesController,
  mirroringController,
];
