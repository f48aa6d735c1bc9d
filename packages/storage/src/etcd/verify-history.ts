/**
 * Verifies that the last known writes of this process are part of the history that a member serves. This detects a
 * restored store that has passed the known revisions since: at the revision of the newest known write it has another.
 *
 * Not detected: a store that has the same key with the same bytes at that revision and differs before it. Bytes repeat
 * seldom: objects carry a uid and times, and the server's own writes carry a random nonce.
 */
import type { CallLimit } from '@keelson/etcd-client';

import { callFailureOf } from './failure.ts';
import type { KvClient } from './kv-client.ts';
import type { Entry } from '../contract/storage.ts';
import { isUnreadable } from '../contract/unreadable.ts';
import type { StoredValue } from '../contract/unreadable.ts';
import type { Evidence, KnownWrite, StoreHistory } from './store-history.ts';

export interface VerifyOptions {
  readonly kv: Pick<KvClient, 'range'>;
  readonly history: StoreHistory;
  /** The key to ask the revision with where there is no evidence. */
  readonly prefix: string;
  readonly limit: CallLimit;
}

/** Ends the history if the member serves another one. Rejects if that cannot be determined. */
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
  // Only the header of the response can be compared.
  if (!isProven) await kv.range({ key: Buffer.from(prefix), countOnly: true }, limit);
  settle();
}

/** The state that a key must have at a revision. */
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

/** Below the encryption layer every value has bytes. */
function isSameValue(one: StoredValue, other: StoredValue): boolean {
  return !isUnreadable(one) && !isUnreadable(other) && Buffer.compare(one, other) === 0;
}

/** `unknown`: that revision was compacted. */
async function look({ kv, limit }: VerifyOptions, claim: Claim): Promise<'true' | 'false' | 'unknown'> {
  try {
    const { entries } = await kv.range({ key: Buffer.from(claim.key), revision: claim.revision }, limit);
    return claim.isMet(entries[0]) ? 'true' : 'false';
  } catch (cause) {
    const { code } = callFailureOf(cause);
    if (code === 'futureRevision') return 'false';
    if (code === 'compacted') return 'unknown';
    throw cause;
  }
}
