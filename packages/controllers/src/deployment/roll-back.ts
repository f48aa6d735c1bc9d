/** Rolls a Deployment back to the revision that its annotation asks for, as clients of removed versions do. */
import type { Deployment } from '@keelson/api';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import { ConflictingWrite } from '../frame/unseen-writes.ts';
import { isSameTemplate, templateWithoutHash } from '../revisions/template-hash.ts';
import {
  allSets,
  recordOfDeployment,
  rolloutKey,
  type CachedReplicaSet,
  type DeploymentParts,
  type Rollout,
} from './rollout.ts';
import { annotationsOfRollback, revisionName, revisionOf, withoutRollback } from './set-annotations.ts';

/**
 * Writes the template of that revision, if there is one, and takes the annotation away in any case. The ReplicaSet of
 * the present template has its revision by now, since revision 0 means the one before it.
 */
export async function rollBack(parts: DeploymentParts, rollout: Rollout, wanted: bigint): Promise<'rolledBack'> {
  const record = recordOfDeployment(parts, rollout);
  const { deployment } = rollout;
  const revision = wanted === 0n ? lastRevision(rollout) : wanted;
  const set = revision === 0n ? undefined : allSets(rollout).find((each) => revisionOf(each) === revision);
  if (set === undefined) {
    const missing = revision === 0n ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.';
    record('Warning', 'DeploymentRollbackRevisionNotFound', missing);
    await update(parts, rollout);
  } else if (isSameTemplate(set.object.spec.template, deployment.object.spec.template)) {
    const message = `The rollback revision contains the same template as current deployment "${deployment.name}"`;
    record('Warning', 'DeploymentRollbackTemplateUnchanged', message);
    await update(parts, rollout);
  } else {
    await update(parts, rollout, set);
    record('Normal', 'DeploymentRollback', `Rolled back deployment "${deployment.name}" to revision ${revision}`);
  }
  return 'rolledBack';
}

/** The second largest. 0 where there is none. */
function lastRevision(rollout: Rollout): bigint {
  const revisions = allSets(rollout).map(revisionOf);
  return revisions.sort((a, b) => (a > b ? -1 : 1))[1] ?? 0n;
}

async function update(parts: DeploymentParts, rollout: Rollout, set?: CachedReplicaSet): Promise<void> {
  const { context, written } = parts;
  const { namespace, name, object, head } = rollout.deployment;
  const { revision } = rollout;
  const kept = withoutRollback({ ...head.annotations, ...(revision !== undefined && { [revisionName]: revision }) });
  const annotations = set === undefined ? kept : annotationsOfRollback(kept, set);
  const template = set === undefined ? object.spec.template : templateWithoutHash(set.object.spec.template);
  const next = { ...object, metadata: { ...object.metadata, annotations }, spec: { ...object.spec, template } };
  const reply = await context.client.update<Deployment>({ resource: context.kinds.deployments, namespace, name }, next);
  if (reply.ok) written.wrote(rolloutKey(rollout), reply.object);
  else if (isConflict(reply)) throw new ConflictingWrite();
  else if (!isNotFound(reply)) throw refusedError(reply);
}
