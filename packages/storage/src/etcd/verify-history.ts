/**
 * Asks a member whether what this process knows to have been written is part of the history that it serves. A store
 * that was restored and has come past the known revisions since is found out so: at the revision of the newest known
 * write it has another one.
 *
 * Not found out is a store that has the same key with the same bytes at that very revision, though it differs before.
 * Bytes repeat seldom: objects carry a uid and times, and what the server writes for itself carries a random text.
 */
import type { CallLimit } from '@keelson/etcd-client';

import { failureOf } from './failure.ts';
import type { KvClient } from './kv-client.ts';
import type { Entry } from '../contract/storage.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import type { Evidence, KnownWrite, StoreHistory } from './store-history.ts';

export interface VerifyOptions {
  readonly kv: Pick<KvClient, 'range'>;
  readonly history: StoreHistory;
  /** To ask for the revision where there is nothing to look at. */
  readonly prefix: string;
  readonly limit: CallLimit;
}

/** Ends the history if it is another one. Rejects if that could not be found out. */
export async function verifyHistory(options: VerifyOptions): Promise<void> {
  const { kv, history, prefix, limit } = options;
  const mark = history.mark();
  const settle = history.beginVerifying();
  let isProven = false;
  for (const claim of history.evidence().flatMap(claimsOf)) {
    const result = await look(options, claim);
    if (result === 'false') history.end(mark, `${claim.text}, and this is not so any more`);
    if (history.mark().generation !== mark.generation) return;
    isProven ||= result === 'true';
  }
  // The header of the answer is compared, which is all that can be done.
  if (!isProven) await kv.range({ key: Buffer.from(prefix), countOnly: true }, limit);
  settle();
}

/** What has to be the state of a key at a revision. */
interface Claim {
  readonly key: string;
  readonly revision: number;
  readonly text: string;
  readonly isMet: (entry: Entry | undefined) => boolean;
}

function claimsOf({ written, deleted }: Evidence): readonly Claim[] {
  return [
    ...(written === undefined ? [] : [claimOfWrite(written)]),
    ...(deleted === undefined ? [] : claimsOfDeletion(deleted)),
  ];
}

function claimOfWrite({ key, revision, value }: KnownWrite): Claim {
  return {
    key,
    revision,
    text: `${key} was written at revision ${revision}`,
    isMet: (entry) => entry?.revision === revision && value !== undefined && isSameValue(entry.value, value),
  };
}

function claimsOfDeletion({ key, revision }: KnownWrite): readonly Claim[] {
  const text = `${key} was deleted at revision ${revision}`;
  return [
    { key, revision: revision - 1, text, isMet: (entry) => entry !== undefined },
    { key, revision, text, isMet: (entry) => entry === undefined },
  ];
}

/** Below all layers every value has bytes. */
function isSameValue(one: StoredValue, other: StoredValue): boolean {
  return !isUnreadable(one) && !isUnreadable(other) && Buffer.compare(one, other) === 0;
}

/** `unknown`: the history up to there was compacted. */
async function look({ kv, limit }: VerifyOptions, claim: Claim): Promise<'true' | 'false' | 'unknown'> {
  try {
    const { entries } = await kv.range({ key: Buffer.from(claim.key), revision: claim.revision }, limit);
    return claim.isMet(entries[0]) ? 'true' : 'false';
  } catch (cause) {
    const { code } = failureOf(cause);
    if (code === 'futureRevision') return 'false';
    if (code === 'compacted') return 'unknown';
    throw cause;
  }
}
