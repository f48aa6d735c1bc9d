/** Writes the status of a quota: the limits of its spec, and the usage of each. */
import type { ResourceQuota } from '@keelson/api';
import type { CachedObject } from '@keelson/informers';
import {
  addAmounts,
  areSameAmounts,
  fromAmounts,
  keepAmounts,
  positiveAmounts,
  subtractAmounts,
  toAmounts,
  type Amounts,
} from '@keelson/meta';

import { isConflict, isNotFound, refusedError } from '../client/controller-client.ts';
import type { ControllerContext } from '../frame/definition.ts';
import { countUsage } from './count-usage.ts';
import type { CountedKinds } from './counted-kinds.ts';
import type { QuotaState } from './quota-state.ts';

export type Synced = 'current' | 'written' | 'again';

export interface SyncQuotaParts {
  readonly context: Pick<ControllerContext, 'client' | 'clock' | 'kinds'>;
  readonly kinds: Pick<CountedKinds, 'countedBy'>;
  /** The quota as the informer has it now. */
  readonly read: () => CachedObject<ResourceQuota> | undefined;
  readonly state: QuotaState;
  /** Called when reservations were added. */
  readonly onReserved: () => void;
}

export async function syncQuota(parts: SyncQuotaParts): Promise<Synced> {
  const { context, kinds, read, state } = parts;
  const first = read();
  if (first?.decoded.ok !== true) return 'current';
  const counted = kinds.countedBy(Object.keys(first.object.spec.hard ?? {}));
  for (const { informer } of counted) if (!informer.hasSynced()) await informer.whenSynced();
  // Read, reservations and count begin in one turn of the event loop: a later charge makes the write below a conflict.
  const quota = read();
  if (quota?.decoded.ok !== true) return 'current';
  const reserved = state.reservations.sum();
  const { changes } = state;
  const found = await countUsage(quota.object, counted, context.clock.wallMs());
  const used = usedOf(parts, quota.object, found, reserved);
  const { spec, status } = quota.object;
  const hard = toAmounts(spec.hard);
  const isCurrent = areSameAmounts(hard, toAmounts(status.hard)) && areSameAmounts(used, toAmounts(status.used));
  const synced = isCurrent ? 'current' : await write(parts, quota, { hard: spec.hard ?? {}, used });
  // If objects changed while the count yielded, an object may be in the sum twice: as counted and as reserved.
  return state.changes === changes ? synced : 'again';
}

/** Names that no kind counts keep the amount of the status. */
function usedOf(
  { state, context, onReserved }: SyncQuotaParts,
  quota: ResourceQuota,
  found: Amounts,
  reserved: Amounts,
) {
  const { spec, status } = quota;
  const known = keepAmounts(toAmounts(status.used), (name) => Object.hasOwn(spec.hard ?? {}, name));
  let held = keepAmounts(reserved, (name) => found.has(name));
  if (state.isFromBefore) {
    state.isFromBefore = false;
    const ofBoth = keepAmounts(known, (name) => found.has(name));
    const excess = positiveAmounts(
      subtractAmounts(
        ofBoth,
        keepAmounts(addAmounts(found, held), (name) => ofBoth.has(name)),
      ),
    );
    state.reservations.add(excess, context.clock.now());
    onReserved();
    held = addAmounts(held, excess);
  }
  return new Map([...known, ...addAmounts(found, held)]);
}

interface NewStatus {
  readonly hard: Readonly<Record<string, string>>;
  readonly used: Amounts;
}

async function write(
  { context, state }: SyncQuotaParts,
  { object, namespace, name, version }: CachedObject<ResourceQuota>,
  { hard, used }: NewStatus,
): Promise<Synced> {
  const target = { resource: context.kinds.resourceQuotas, namespace, name, subresource: 'status' };
  const metadata = { ...object.metadata, resourceVersion: String(version.revision) };
  state.written = used;
  const written = await context.client.update(target, {
    ...object,
    metadata,
    status: { hard, used: fromAmounts(used) },
  });
  if (written.ok) return 'written';
  state.written = undefined;
  if (isNotFound(written)) return 'current';
  // A charge was written first. The informer may not have its event yet.
  if (isConflict(written)) return 'again';
  throw refusedError(written);
}
