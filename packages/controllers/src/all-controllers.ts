/** The controllers that one replica runs at a time, in the order in which they start. */
import { bootstrapSigner } from './bootstrap-tokens/bootstrap-signer.ts';
import { tokenCleaner } from './bootstrap-tokens/token-cleaner.ts';
import { certificateApprover } from './certificates/approve-requests.ts';
import { certificateCleaner } from './certificates/clean-requests.ts';
import { certificateSigner } from './certificates/sign-requests.ts';
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
import { namespaceController } from './namespace/namespace-controller.ts';
import { objectControllers } from './namespaced-objects/object-controllers.ts';
import { replicaSetController, replicationControllerController } from './replicaset/replica-controller.ts';
import { statefulSetController } from './statefulset/stateful-controller.ts';
import { quotaController } from './resource-quota/quota-controller.ts';
import { podGarbageCollector } from './pod-garbage-collector/pod-garbage-collector.ts';
import { tokenController } from './service-account-tokens/token-controller.ts';
import { claimProtection } from './storage-protection/claim-protection.ts';
import { volumeProtection } from './storage-protection/volume-protection.ts';
import { ttlController } from './ttl-after-finished/ttl-controller.ts';

export const allControllers: readonly ControllerDefinition[] = [
  ...objectControllers,
  namespaceController,
  garbageCollector,
  roleAggregation,
  tokenController,
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
  claimProtection,
  volumeProtection,
  podGarbageCollector,
  certificateApprover,
  certificateSigner,
  certificateCleaner,
  bootstrapSigner,
  tokenCleaner,
];
