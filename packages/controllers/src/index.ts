/** Controllers: loops that bring objects to the state they should have, over informers and the registry. */
export { allControllers } from './all-controllers.ts';
export { publishClusterInfo, type ClusterInfoOptions } from './bootstrap-tokens/publish-cluster-info.ts';
export { settleAggregatedRoles } from './clusterrole-aggregation/role-aggregation.ts';
export type { ClusterTrust } from './cluster-authentication/cluster-trust.ts';
export { publishClusterTrust, type ClusterTrustPublisher } from './cluster-authentication/publish-cluster-trust.ts';
export { controllerCaller, systemCaller } from './controller.ts';
export type { Controller, ControllerParts } from './controller.ts';
export { keepDefaultObjects, type DefaultObjectsKeeper } from './flow-control/keep-default-objects.ts';
export { startDanglingController } from './flow-control/tell-dangling.ts';
export { garbageCollectorName } from './garbage-collector/garbage-collector.ts';
export { makeFirstObjects } from './namespaced-objects/object-controllers.ts';
export type { ClusterCredentials } from './frame/cluster-credentials.ts';
export { chooseControllers, findUnknownController } from './frame/choose-controllers.ts';
export {
  startElectedControllers,
  type ElectedControllers,
  type ElectedControllersParts,
} from './frame/start-controllers.ts';
export { simulateNodes } from './simulated-nodes/simulate-nodes.ts';
export type { NodeSimulationOptions } from './simulated-nodes/simulation.ts';
export { parseSimulationRules } from './simulated-nodes/behaviour/parse-rules.ts';
export { noRules } from './simulated-nodes/behaviour/simulation-rules.ts';
export { makeDefaultAccess } from './rbac-bootstrap/make-defaults.ts';
export type { DefaultsParts } from './rbac-bootstrap/make-defaults.ts';
export { makeSystemNamespaces, makeSystemPriorities } from './system-objects/make-system-objects.ts';
export {
  createDeprecatedRequestReporter,
  type DeprecatedRequestReporter,
} from './deprecated-requests/deprecated-request-reporter.ts';
export { readApiServerLease, type ApiServerLease, type ReadApiServerLease } from './own-service/api-server-lease.ts';
export { findApiServerLeases, type FoundLeases } from './own-service/api-server-leases.ts';
export { keepOwnService, type EndpointReconciler, type OwnServiceKeeper } from './own-service/keep-own-service.ts';
export { startRangeRepair, type StartRangeRepairParts } from './range-repair/start-range-repair.ts';
export type { RangeRepair } from './range-repair/repair-ranges.ts';
export { startRemoteControllers, type RemoteControllersParts } from './remote/start-remote-controllers.ts';
