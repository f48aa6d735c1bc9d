/** What is done and checked on writes of replica sets. */
import type { ResourceHooks } from '@keelson/schema';

import { statusHooks } from '../../rules/status-hooks.ts';
import { type ReplicaSet, ReplicaSetStatus } from './replica-set.ts';
import { validateWorkload, validateWorkloadUpdate } from './workload.rules.ts';

// Clients know the message under this name, as deployments came first.
const noun = 'deployment';

export const replicaSetHooks: ResourceHooks<ReplicaSet> = {
  ...statusHooks(ReplicaSetStatus),
  validateCreate: (object, report) => validateWorkload(object, noun, report),
  validateUpdate: (object, old, report) => validateWorkloadUpdate(object, old, noun, report),
};
