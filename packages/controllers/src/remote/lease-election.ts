/**
 * Leader election by a Lease object, as kube-controller-manager does it, for processes that share nothing but the API.
 * A leader that cannot renew its Lease stops before another one may take it: by the clock, since a request that is under
 * way cannot be fenced here.
 */
import type { Lease } from '@keelson/api';
import type { Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { isNotFound, refusedError, type ControllerClient } from '../client/controller-client.ts';
import { microsText, type ControllerClock } from '../controller-clock.ts';
import type { HeldPlace } from '../frame/run-elected.ts';

export interface LeaseElectionParts {
  readonly client: ControllerClient;
  readonly leases: Resource;
  readonly namespace: string;
  readonly name: string;
  /** A Lease that was not renewed for so long is free. */
  readonly leaseMs: number;
  /** A leader that could not renew for so long stops; below `leaseMs`. */
  readonly renewMs: number;
  /** Between attempts, of leaders and candidates. */
  readonly retryMs: number;
  readonly clock: ControllerClock;
  readonly logger: Logger;
}

interface Campaign {
  readonly identity: string;
  readonly signal?: AbortSignal;
}

type LeaseSpec = Lease['spec'];

export interface LeaseElection {
  /** Resolves once this process leads. Rejects with the reason of the signal. */
  campaign(election: string, campaign: Campaign): Promise<HeldPlace>;
}

export function createLeaseElection(parts: LeaseElectionParts): LeaseElection {
  const { clock, leaseMs, logger, retryMs } = parts;
  /** The Lease as it was last seen, and when it came to be so by our own clock: those of others may differ. */
  let seen: { readonly text: string; readonly atMs: number } | undefined;
  const isFree = (spec: LeaseSpec, identity: string): boolean => {
    const text = `${spec.holderIdentity ?? ''} ${spec.renewTime ?? ''}`;
    if (seen?.text !== text) seen = { text, atMs: clock.now() };
    const { holderIdentity = '' } = spec;
    return holderIdentity === '' || holderIdentity === identity || clock.now() - seen.atMs > leaseMs;
  };
  return {
    campaign: async (_, { identity, signal }) => {
      for (;;) {
        signal?.throwIfAborted();
        const beganMs = clock.now();
        const isHeld = await hold(parts, identity, (spec) => isFree(spec, identity)).catch((error: unknown) => {
          logger.debug('The Lease of the controllers was not taken', { error });
          return false;
        });
        if (isHeld) return keepPlace(parts, identity, beganMs);
        await sleep(clock, retryMs, signal);
      }
    },
  };
}

/** `heldMs`: when the Lease was asked for. Its answer may be late, and others count from the write. */
function keepPlace(parts: LeaseElectionParts, identity: string, heldMs: number): HeldPlace {
  const { clock, renewMs, retryMs } = parts;
  const ending = new AbortController();
  const isEnded = (): boolean => ending.signal.aborted;
  let endMs = 0;
  let cancelEnd = (): void => undefined;
  /** By a timer of its own: a renewal may wait for its answer beyond that time. */
  const endAfter = (renewedMs: number): void => {
    endMs = renewedMs + renewMs;
    cancelEnd();
    const end = (): void => ending.abort(new Error('the Lease could not be renewed in time'));
    cancelEnd = clock.after(Math.max(0, endMs - clock.now()), end);
  };
  const isCurrent = (): boolean => !isEnded() && clock.now() < endMs;
  const renew = async (): Promise<void> => {
    while (!isEnded()) {
      await sleep(clock, retryMs, ending.signal).catch(() => undefined);
      if (isEnded()) return;
      const beganMs = clock.now();
      const isHeld = await renewOnce(parts, identity);
      if (isHeld === true && isCurrent()) endAfter(beganMs);
      if (isHeld === false) ending.abort(new Error('another process holds the Lease'));
    }
  };
  endAfter(heldMs);
  const renewing = renew();
  return {
    signal: ending.signal,
    isCurrent,
    resign: async () => {
      const wasCurrent = isCurrent();
      ending.abort(new Error('this process resigns'));
      cancelEnd();
      await renewing;
      if (wasCurrent) await release(parts, identity).catch(() => undefined);
    },
  };
}

/** Undefined where the server does not answer, or another write came first. */
function renewOnce(parts: LeaseElectionParts, identity: string): Promise<boolean | undefined> {
  return hold(parts, identity, ({ holderIdentity }) => holderIdentity === identity).catch((error: unknown) => {
    parts.logger.debug('The Lease of the controllers was not renewed', { error });
    return undefined;
  });
}

/** True once the Lease names us; false where it is another's. Rejects where the server does not answer. */
async function hold(
  parts: LeaseElectionParts,
  identity: string,
  mayTake: (spec: LeaseSpec) => boolean,
): Promise<boolean> {
  const { client, clock, leases: resource, name, namespace } = parts;
  const found = await client.get<Lease>({ resource, namespace, name });
  const renewTime = microsText(clock.wallMs());
  const leaseDurationSeconds = Math.ceil(parts.leaseMs / 1_000);
  if (!found.ok) {
    if (!isNotFound(found)) throw refusedError(found);
    const spec = {
      holderIdentity: identity,
      leaseDurationSeconds,
      acquireTime: renewTime,
      renewTime,
      leaseTransitions: 0,
    };
    const created = await client.create<Lease>({ resource, namespace }, { metadata: { name, namespace }, spec });
    return answerOf(created);
  }
  const { metadata, spec } = found.object.object;
  if (!mayTake(spec)) return false;
  const isOurs = spec.holderIdentity === identity;
  const leaseTransitions = (spec.leaseTransitions ?? 0) + (isOurs ? 0 : 1);
  const acquireTime = isOurs ? (spec.acquireTime ?? renewTime) : renewTime;
  const held = { holderIdentity: identity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions };
  return answerOf(await client.update<Lease>({ resource, namespace, name }, { metadata, spec: held }));
}

/** A conflict means that another process was quicker; a look at the Lease will tell. */
function answerOf(reply: Awaited<ReturnType<ControllerClient['update']>>): boolean {
  if (reply.ok) return true;
  throw refusedError(reply);
}

async function release({ client, clock, leases: resource, name, namespace }: LeaseElectionParts, identity: string) {
  const found = await client.get<Lease>({ resource, namespace, name });
  if (!found.ok || found.object.object.spec.holderIdentity !== identity) return;
  const { metadata, spec } = found.object.object;
  const freed = { ...spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microsText(clock.wallMs()) };
  await client.update({ resource, namespace, name }, { metadata, spec: freed });
}

function sleep(clock: ControllerClock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const onAbort = (): void => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    return signal?.addEventListener('abort', onAbort, { once: true });
  });
}
