/**
 * The kinds that controllers keep and make, for code that names no kind: each as the scheme has it, in its stored
 * version.
 */
import type { Resource, Scheme } from '@keelson/schema';

import { cronJobs } from './batch/v1/cron-job.resource.ts';
import { jobs } from './batch/v1/job.resource.ts';
import { leases } from './coordination/v1/lease.resource.ts';
import { events } from './core/v1/event.resource.ts';
import { pods } from './core/v1/pod.resource.ts';
import { clusterRoles } from './rbac/v1/cluster-role.resource.ts';

const declared = { clusterRoles, cronJobs, events, jobs, leases, pods };

export type ControlledKinds = Readonly<Record<keyof typeof declared, Resource>>;

/** Throws where the scheme lacks one: that is a fault of the program. */
export function findControlledKinds(scheme: Scheme): ControlledKinds {
  const find = ({ group, version, plural }: Resource): Resource => {
    const found = scheme.resource(group.replaceAll('{domain}', scheme.domain), version, plural);
    if (found === undefined) throw new Error(`the scheme has no ${plural}`);
    return scheme.storageOf(found);
  };
  const entries = Object.entries(declared).map(([name, resource]) => [name, find(resource)]);
  return Object.fromEntries(entries) as ControlledKinds;
}
