/**
 * Keeps track of whether this replica has the keys of its cluster. A conflict outlives the replica that it is with:
 *
 *     agreed ──established replica with other keys──▶ conflict
 *       ▲                                               │ an established replica has the keys of this one
 *       └───────────────────────────────────────────────┘ or no other is established, at `absencesToForget` reads
 */
import { describeKeyConflict, findKeyConflict, hasEstablishedKeys } from './find-key-conflict.ts';
import type { ReplicaRecord } from './replica-record.ts';

/** Why this replica must not serve. */
export interface KeyConflict {
  /** The identity of the replica whose key it does not have. */
  readonly with: string;
  readonly reason: string;
}

export interface KeyStanding {
  conflict(): KeyConflict | undefined;
  /** To be called with what was read of the others. */
  note(own: ReplicaRecord, others: readonly ReplicaRecord[]): void;
}

/** Another process of this replica has seen it: the one that keeps its record. */
function describeKnownConflict({ conflictsWith }: ReplicaRecord): string {
  return `this replica has other keys of service accounts than replica ${conflictsWith}, which has ended`;
}

/** Two minutes, at a read each five seconds: the last replica with the key of the cluster may be one that restarts. */
const absencesToForget = 24;

export function createKeyStanding(): KeyStanding {
  let conflict: KeyConflict | undefined;
  let absences = 0;
  return {
    conflict: () => conflict,
    note: (own, others) => {
      const found = findKeyConflict(own, others);
      if (found !== undefined) {
        conflict = { with: found.identity, reason: describeKeyConflict(own, found) };
        absences = 0;
      } else if (hasEstablishedKeys(own, others)) {
        conflict = undefined;
      } else if (conflict === undefined && own.conflictsWith !== '') {
        conflict = { with: own.conflictsWith, reason: describeKnownConflict(own) };
        absences = 0;
      } else if ((absences += 1) >= absencesToForget) {
        conflict = undefined;
      }
    },
  };
}
