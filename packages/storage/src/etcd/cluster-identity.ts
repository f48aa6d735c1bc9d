/**
 * The id of the cluster that this process uses, and the members that answered with another one. Such a member may be
 * another cluster at the address of one that is away, or the first one of this cluster after a restore. Only all of the
 * members tell: a new id is accepted once a majority of the endpoints answers with it and none with the known one.
 * Until then nothing is sent to that member, and what it answered is not believed.
 *
 * NOTE An endpoint behind which there are several members (a load balancer) is one endpoint. Its connections are
 * admitted one by one all the same.
 */
import { decodeDecimal, encodeDecimal, TransportError, type CallLimit } from '@keelson/etcd-client';
import type { Logger } from '@keelson/telemetry';

export interface IdentifiedMember {
  readonly url: string;
  /** The id of its cluster, as in the header of a response; empty where it tells none. */
  identify(limit: CallLimit): Promise<Buffer>;
}

export interface ClusterIdentity {
  /** The id that the members told at start that answered. */
  begin(clusterId: Buffer): void;
  /** Rejects if the member belongs to another cluster. Every connection is admitted before its first request. */
  admit(url: string, clusterId: Buffer): Promise<void>;
  /** Of each response: a proxy may lead one connection to several members. Throws as `admit` rejects. */
  check(url: string, clusterId: Buffer): void;
  /** Asks the members again that belonged to another cluster; returns the URLs of those that still do. */
  findForeign(): Promise<readonly string[]>;
}

export interface ClusterIdentityOptions {
  readonly members: () => readonly IdentifiedMember[];
  /** The cluster was replaced by a restore; `seen` is a clause. Called before anything is asked of the new one. */
  readonly onReplaced: (seen: string) => void;
  /** The member answered for another cluster over a connection that was admitted. */
  readonly onMismatch: (url: string) => void;
  readonly logger: Logger;
}

export function createClusterIdentity(options: ClusterIdentityOptions): ClusterIdentity {
  const { members, onReplaced, onMismatch, logger } = options;
  const { quarantine, release, ...quarantined } = createQuarantine(logger);
  const vote = createVote(members);
  let known: Buffer | undefined;

  /** An id that a member does not tell, as servers that stand in for etcd, is not compared. */
  const isOwn = (clusterId: Buffer): boolean => {
    if (known === undefined || clusterId === known) return true;
    if (clusterId.length === 0 || known.length === 0) return true;
    if (!known.equals(clusterId)) return false;
    // The answers of one member share one object: those to come need no look at its bytes.
    known = clusterId;
    return true;
  };
  const refuse = (url: string, clusterId: Buffer): TransportError => {
    const text = `${url} belongs to the cluster ${hexOf(clusterId)}, and the one in use is ${hexOf(known ?? none)}`;
    quarantine(url, text);
    return new TransportError(text, { isUnsent: false });
  };
  const adopt = (clusterId: Buffer): void => {
    const seen = `the cluster id was ${hexOf(known ?? none)} and is ${hexOf(clusterId)}`;
    known = clusterId;
    quarantined.clear();
    onReplaced(seen);
  };

  return {
    begin: (clusterId) => {
      known = clusterId;
    },
    admit: async (url, clusterId) => {
      known ??= clusterId;
      if (!isOwn(clusterId)) {
        const refusal = refuse(url, clusterId);
        const isReplaced = await vote(clusterId, known);
        // Another member may have been asked by then, and the id may be the known one.
        if (!isOwn(clusterId)) {
          if (!isReplaced) throw refusal;
          adopt(clusterId);
        }
      }
      release(url);
    },
    check: (url, clusterId) => {
      if (isOwn(clusterId)) return;
      onMismatch(url);
      throw refuse(url, clusterId);
    },
    findForeign: async () => {
      const suspects = members().filter(({ url }) => quarantined.urls().includes(url));
      const ids = await askAll(suspects);
      for (const [index, { url }] of suspects.entries()) if (isOwn(ids[index] ?? none)) release(url);
      return quarantined.urls();
    },
  };
}

interface Quarantine {
  quarantine(url: string, reason: string): void;
  release(url: string): void;
  clear(): void;
  urls(): readonly string[];
}

/** The members of other clusters. Each is logged once, and once more if it comes to belong to a third one. */
function createQuarantine(logger: Logger): Quarantine {
  const reasons = new Map<string, string>();
  return {
    quarantine: (url, reason) => {
      if (reasons.get(url) === reason) return;
      reasons.set(url, reason);
      logger.error('an etcd server belongs to another cluster and is not used', { url, reason });
    },
    release: (url) => {
      if (reasons.delete(url)) logger.info('an etcd server does not belong to another cluster any more', { url });
    },
    clear: () => reasons.clear(),
    urls: () => [...reasons.keys()],
  };
}

/** The pause between votes on the same id: calls that are retried would ask all members as often. */
const pauseMs = 200;

type Vote = (candidate: Buffer, known: Buffer) => Promise<boolean>;

/** True if a majority of the members answers with the candidate, and none with the known id. */
function createVote(members: () => readonly IdentifiedMember[]): Vote {
  let latest:
    { readonly candidate: Buffer; readonly holdsUntilMs: number; readonly isWon: Promise<boolean> } | undefined;
  return (candidate, known) => {
    const now = Date.now();
    if (latest?.candidate.equals(candidate) === true && now < latest.holdsUntilMs) return latest.isWon;
    const isWon = askAll(members()).then(
      (ids) => ids.filter((id) => id.equals(candidate)).length > ids.length / 2 && !ids.some((id) => id.equals(known)),
    );
    latest = { candidate, holdsUntilMs: now + pauseMs, isWon };
    return isWon;
  };
}

const answerMs = 2_000;
const none = Buffer.alloc(0);

/** From decimal, as the library etcd3 tells it. */
export function parseClusterId(decimal: string): Buffer {
  return decimal === '0' ? none : Buffer.from(encodeDecimal(decimal));
}

/** Empty for a member that does not answer. */
function askAll(members: readonly IdentifiedMember[]): Promise<Buffer[]> {
  const limit = { deadline: Date.now() + answerMs };
  return Promise.all(members.map((member) => member.identify(limit).catch(() => none)));
}

/** As etcd prints it. */
function hexOf(clusterId: Buffer): string {
  return decodeDecimal(clusterId).toString(16);
}
