/**
 * The Lease object that shows who runs the controllers: for people and their tools. Leaders are elected by a key of the
 * store and not by it, so a Lease that is edited or deleted changes nothing and is put right at the next renewal.
 */
import type { Lease } from '@keelson/api';
import type { Resource } from '@keelson/schema';
import type { Logger } from '@keelson/telemetry';

import { isNotFound, refusedError, type ControllerClient } from '../client/controller-client.ts';
import { microsText, type ControllerClock } from '../controller-clock.ts';

export interface LeaderLeaseParts {
  readonly client: ControllerClient;
  readonly leases: Resource;
  readonly identity: string;
  readonly clock: ControllerClock;
  readonly logger: Logger;
}

export interface LeaderLease {
  /** Takes the holder out, so that others see at once that the place is free. */
  release(): Promise<void>;
}

/** Not `kube-controller-manager`: a controller manager beside this server would wait for that one, and do nothing. */
export const leaderLeaseName = 'keelson-controllers';
const namespace = 'kube-system';
/** Readers take a Lease for dead once it was not renewed for so long. */
const leaseDurationSeconds = 30;
const renewalMs = 10_000;

type LeaseSpec = Lease['spec'];

export function holdLeaderLease(parts: LeaderLeaseParts): LeaderLease {
  const { clock, identity, logger } = parts;
  const acquireTime = microsText(clock.wallMs());
  let isReleased = false;
  let cancel = (): void => undefined;
  const held = (before: LeaseSpec | undefined): LeaseSpec => {
    const transitions = before?.leaseTransitions ?? 0;
    const isOurs = before?.holderIdentity === identity;
    return {
      holderIdentity: identity,
      leaseDurationSeconds,
      acquireTime: isOurs ? (before.acquireTime ?? acquireTime) : acquireTime,
      renewTime: microsText(clock.wallMs()),
      leaseTransitions: isOurs || before === undefined ? transitions : transitions + 1,
    };
  };
  const renew = async (): Promise<void> => {
    try {
      await write(parts, held);
    } catch (error) {
      logger.debug('The Lease of the controllers was not renewed', { error });
    }
    if (!isReleased) cancel = clock.after(renewalMs, () => void (writing = renew()));
  };
  let writing = renew();
  return {
    release: async () => {
      isReleased = true;
      cancel();
      await writing;
      const renewTime = microsText(clock.wallMs());
      await write(parts, (before) => ({ ...before, holderIdentity: '', leaseDurationSeconds: 1, renewTime })).catch(
        (error: unknown) => logger.debug('The Lease of the controllers was not released', { error }),
      );
    },
  };
}

async function write(
  { client, leases: resource }: LeaderLeaseParts,
  next: (before: LeaseSpec | undefined) => LeaseSpec,
): Promise<void> {
  const target = { resource, namespace, name: leaderLeaseName };
  const found = await client.get<Lease>(target);
  if (!found.ok && !isNotFound(found)) throw refusedError(found);
  const metadata = found.ok ? found.object.object.metadata : { name: leaderLeaseName, namespace };
  const lease = { metadata, spec: next(found.ok ? found.object.object.spec : undefined) };
  const written = found.ok
    ? await client.update<Lease>(target, lease)
    : await client.create<Lease>({ resource, namespace }, lease);
  if (!written.ok) throw refusedError(written);
}
