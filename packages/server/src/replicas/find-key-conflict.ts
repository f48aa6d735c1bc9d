/** Finds replicas that refuse each other's service account tokens: a client would be let in here and not there. */
import type { ReplicaRecord } from './replica-record.ts';

/**
 * The reason why this replica must not serve beside one that joined before it; `undefined` if there is none. Replicas
 * that generated their keys, since no flag named any, are no conflict: clusters without tokens need no shared key.
 */
export function findKeyConflict(own: ReplicaRecord, others: readonly ReplicaRecord[]): string | undefined {
  const conflict = others.find((other) => isBefore(other, own) && isMeant(own, other) && !areShared(own, other));
  if (conflict === undefined) return undefined;
  return (
    `replica ${conflict.identity} signs tokens of service accounts with key ${conflict.tokenKeys.signing}, ` +
    `this one with ${own.tokenKeys.signing}, and not each verifies those of the other: give all replicas the same ` +
    '--service-account-signing-key-file and --service-account-key-file'
  );
}

function isBefore(one: ReplicaRecord, other: ReplicaRecord): boolean {
  const [first, second] = [joinedAt(one), joinedAt(other)];
  return first === second ? one.identity < other.identity : first < second;
}

function joinedAt({ joinedRevision }: ReplicaRecord): number {
  return joinedRevision === 0 ? Infinity : joinedRevision;
}

function isMeant(own: ReplicaRecord, other: ReplicaRecord): boolean {
  return own.tokenKeys.isConfigured || other.tokenKeys.isConfigured;
}

function areShared({ tokenKeys: own }: ReplicaRecord, { tokenKeys: other }: ReplicaRecord): boolean {
  const isKnown = (id: string, verifying: readonly string[]): boolean => id === '' || verifying.includes(id);
  return isKnown(own.signing, other.verifying) && isKnown(other.signing, own.verifying);
}
