/** Finds replicas that refuse each other's service account tokens: a client would be let in here and not there. */
import type { ReplicaRecord } from './replica-record.ts';

/**
 * The established replica that this one must not serve beside; `undefined` if there is none. The established ones are
 * those without a conflict, in the order in which they joined. A replica that has a conflict already has it with all of
 * them, also with those that joined later: an end of those before it does not establish its key.
 *
 * Replicas that generated their keys, since no flag named any, are no conflict: clusters without tokens need no shared
 * key.
 */
export function findKeyConflict(own: ReplicaRecord, others: readonly ReplicaRecord[]): ReplicaRecord | undefined {
  const hasConflict = own.conflictsWith !== '';
  return findEstablished(others).find((other) => (hasConflict || isBefore(other, own)) && disagree(own, other));
}

/** True if an established replica has the keys of this one, which then are the cluster's. */
export function hasEstablishedKeys(own: ReplicaRecord, others: readonly ReplicaRecord[]): boolean {
  return findEstablished(others).some((other) => !disagree(own, other));
}

/** For the health check and the log of the replica that has the conflict. */
export function describeKeyConflict(own: ReplicaRecord, other: ReplicaRecord): string {
  return (
    `replica ${other.identity} signs tokens of service accounts with key ${other.tokenKeys.signing}, ` +
    `this one with ${own.tokenKeys.signing}, and not each verifies those of the other: give all replicas the same ` +
    '--service-account-signing-key-file and --service-account-key-file'
  );
}

/** A replica that has just joined and does not know its conflict yet is left out too. */
function findEstablished(replicas: readonly ReplicaRecord[]): readonly ReplicaRecord[] {
  const established: ReplicaRecord[] = [];
  const inOrder = replicas.filter(({ conflictsWith }) => conflictsWith === '');
  inOrder.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  for (const replica of inOrder) {
    if (!established.some((other) => disagree(replica, other))) established.push(replica);
  }
  return established;
}

function isBefore(one: ReplicaRecord, other: ReplicaRecord): boolean {
  const [first, second] = [joinedAt(one), joinedAt(other)];
  return first === second ? one.identity < other.identity : first < second;
}

function joinedAt({ joinedRevision }: ReplicaRecord): number {
  return joinedRevision === 0 ? Infinity : joinedRevision;
}

function disagree(one: ReplicaRecord, other: ReplicaRecord): boolean {
  return isMeant(one, other) && !areShared(one, other);
}

function isMeant(own: ReplicaRecord, other: ReplicaRecord): boolean {
  return own.tokenKeys.isConfigured || other.tokenKeys.isConfigured;
}

function areShared({ tokenKeys: own }: ReplicaRecord, { tokenKeys: other }: ReplicaRecord): boolean {
  const isKnown = (id: string, verifying: readonly string[]): boolean => id === '' || verifying.includes(id);
  return isKnown(own.signing, other.verifying) && isKnown(other.signing, own.verifying);
}
