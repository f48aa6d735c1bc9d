/**
 * The kinds that controllers keep and make, for code that names no kind: each as the scheme has it, in its stored
 * version unless its name says otherwise.
 */
import type { Resource, Scheme } from '@keelson/schema';

import { controllerRevisions } from './apps/v1/controller-revision.resource.ts';
import { daemonSets } from './apps/v1/daemon-set.resource.ts';
import { deployments } from './apps/v1/deployment.resource.ts';
import { replicaSets } from './apps/v1/replica-set.resource.ts';
import { statefulSets } from './apps/v1/stateful-set.resource.ts';
import { subjectAccessReviews } from './authorization/v1/subject-access-review.resource.ts';
import { cronJobs } from './batch/v1/cron-job.resource.ts';
import { jobs } from './batch/v1/job.resource.ts';
import { certificateSigningRequests } from './certificates/v1/certificate-signing-request.resource.ts';
import { leases } from './coordination/v1/lease.resource.ts';
import { endpoints } from './core/v1/endpoints.resource.ts';
import { configMaps } from './core/v1/config-map.resource.ts';
import { events } from './core/v1/event.resource.ts';
import { namespaces } from './core/v1/namespace.resource.ts';
import { nodes } from './core/v1/node.resource.ts';
import { persistentVolumes } from './core/v1/persistent-volume.resource.ts';
import { persistentVolumeClaims } from './core/v1/persistent-volume-claim.resource.ts';
import { pods } from './core/v1/pod.resource.ts';
import { replicationControllers } from './core/v1/replication-controller.resource.ts';
import { resourceQuotas } from './core/v1/resource-quota.resource.ts';
import { services } from './core/v1/service.resource.ts';
import { endpointSlices } from './discovery/v1/endpoint-slice.resource.ts';
import { secrets } from './core/v1/secret.resource.ts';
import { serviceAccounts } from './core/v1/service-account.resource.ts';
import { podDisruptionBudgets } from './policy/v1/pod-disruption-budget.resource.ts';
import { clusterRoleBindings } from './rbac/v1/cluster-role-binding.resource.ts';
import { clusterRoles } from './rbac/v1/cluster-role.resource.ts';
import { roleBindings } from './rbac/v1/role-binding.resource.ts';
import { roles } from './rbac/v1/role.resource.ts';

const declared = {
  certificateRequests: certificateSigningRequests,
  clusterRoleBindings,
  clusterRoles,
  configMaps,
  controllerRevisions,
  cronJobs,
  daemonSets,
  deployments,
  endpointSlices,
  endpoints,
  events,
  jobs,
  leases,
  namespaces,
  nodes,
  persistentVolumeClaims,
  persistentVolumes,
  podDisruptionBudgets,
  pods,
  replicaSets,
  replicationControllers,
  resourceQuotas,
  roleBindings,
  roles,
  services,
  secrets,
  serviceAccounts,
  statefulSets,
  subjectAccessReviews,
};

/** Kinds that are stored in a version that goes: controllers write them as clients should, in the one that stays. */
const served = { servedEndpointSlices: endpointSlices, servedPodDisruptionBudgets: podDisruptionBudgets };

export type ControlledKinds = Readonly<Record<keyof typeof declared | keyof typeof served, Resource>>;

/** Throws where the scheme lacks one: that is a fault of the program. */
export function findControlledKinds(scheme: Scheme): ControlledKinds {
  const find = ({ group, version, plural }: Resource): Resource => {
    const found = scheme.resource(group.replaceAll('{domain}', scheme.domain), version, plural);
    if (found === undefined) throw new Error(`the scheme has no ${plural}`);
    return found;
  };
  const stored = Object.entries(declared).map(([name, resource]) => [name, scheme.storageOf(find(resource))]);
  const others = Object.entries(served).map(([name, resource]) => [name, find(resource)]);
  return Object.fromEntries([...stored, ...others]) as ControlledKinds;
}
