/**
 * Resource quota controller: recounts the usage of each ResourceQuota, which admission charges. A recount is due when a
 * quota is created or its limits change, and when an object is deleted or uses less. Charges for objects that are not
 * stored yet count as used.
 */
import { namesCountedFor, type ResourceQuota } from '@keelson/api';
import { byNamespace, objectKey, splitObjectKey, type CachedObject } from '@keelson/informers';
import { areSameAmounts, keepAmounts, signOfQuantity, subtractAmounts, toAmounts, type Amounts } from '@keelson/meta';
import type { Resource } from '@keelson/schema';

import type { ControllerContext, ControllerDefinition, LedController } from '../frame/definition.ts';
import { startReconciler, type Reconciler } from '../frame/reconciler.ts';
import { sharedIndex } from '../frame/shared-index.ts';
import { usageFor } from './count-usage.ts';
import { followCountedKinds, type CountedKind, type CountedKinds } from './counted-kinds.ts';
import { QuotaStates } from './quota-state.ts';
import { increaseOf } from './reservations.ts';
import { syncQuota } from './sync-quota.ts';

const name = 'resourcequota';

/** The flag for the period of the full recount of each quota. */
export const quotaSyncPeriod = 'resource-quota-sync-period';
const defaultPeriodMs = 5 * 60_000;

export const quotaController: ControllerDefinition = {
  name,
  account: 'resourcequota-controller',
  workers: 5,
  start: (context) => new QuotaController(context),
};

class QuotaController implements LedController {
  readonly #context: ControllerContext;
  readonly #quotas;
  readonly #byNamespace;
  readonly #states = new QuotaStates();
  readonly #kinds: CountedKinds;
  readonly #reconciler: Reconciler;

  constructor(context: ControllerContext) {
    this.#context = context;
    this.#quotas = context.informers.informer<ResourceQuota>(context.kinds.resourceQuotas);
    this.#byNamespace = sharedIndex(this.#quotas, byNamespace);
    this.#reconciler = startReconciler(context, {
      queue: 'resourcequota_primary',
      name,
      informers: [this.#quotas],
      // Short: a conflict is over as soon as the informer has the event of the charge.
      backoff: { baseMs: 2, maxMs: 1_000 },
      reconcile: (key) => this.#reconcile(key),
    });
    this.#kinds = followCountedKinds({
      informers: context.informers,
      onOpened: (kind) => this.#follow(kind),
      onChanged: (resource) => this.#enqueueAllFor(resource),
    });
    const remove = this.#quotas.addHandler({
      onAdd: (quota, { isInitial }) => this.#added(quota, isInitial),
      onUpdate: (old, quota) => this.#updated(old, quota),
      onDelete: (quota) => this.#states.delete(objectKey(quota)),
    });
    this.#reconciler.onStop(() => {
      remove();
      this.#kinds.stop();
      this.#states.clear();
    });
  }

  check(): string | undefined {
    return this.#reconciler.check();
  }

  stop(): Promise<void> {
    return this.#reconciler.stop();
  }

  async #reconcile(key: string) {
    const place = splitObjectKey(key);
    const { settings } = this.#context;
    if (this.#quotas.get(place) === undefined) return undefined;
    const synced = await syncQuota({
      context: this.#context,
      kinds: this.#kinds,
      read: () => this.#quotas.get(place),
      state: this.#states.of(key),
      onReserved: () => this.#awaitDrop(key),
    });
    if (synced === 'again') return { backsOff: true } as const;
    return { requeueAfterMs: settings?.get(quotaSyncPeriod) ?? defaultPeriodMs };
  }

  #added(quota: CachedObject<ResourceQuota>, isInitial: boolean): void {
    const key = objectKey(quota);
    this.#states.of(key).isFromBefore = isInitial;
    this.#reconciler.queue.add(key);
  }

  #updated(old: CachedObject<ResourceQuota>, quota: CachedObject<ResourceQuota>): void {
    const key = objectKey(quota);
    if (!old.decoded.ok || !quota.decoded.ok) {
      this.#reconciler.queue.add(key);
      return;
    }
    const { spec, status } = quota.object;
    const [before, after] = [toAmounts(old.object.status.used), toAmounts(status.used)];
    const state = this.#states.of(key);
    const isOwn = state.written !== undefined && areSameAmounts(state.written, after);
    if (isOwn) {
      state.written = undefined;
    } else {
      state.reservations.add(increaseOf(before, after), this.#context.clock.now());
      this.#awaitDrop(key);
    }
    const isLess = !isOwn && [...before].some(([each]) => isBelow(after, before, each));
    if (isLess || !areSameAmounts(toAmounts(spec.hard), toAmounts(status.hard))) this.#reconciler.queue.add(key);
  }

  /** Recounts the quota when its oldest reservation expires. */
  #awaitDrop(key: string): void {
    const state = this.#states.of(key);
    const { clock } = this.#context;
    state.cancelDrop();
    const dueMs = state.reservations.nextDropMs();
    if (dueMs === undefined) return;
    state.cancelDrop = clock.after(Math.max(0, dueMs - clock.now()), () => {
      if (state.reservations.dropOld(clock.now())) this.#reconciler.queue.add(key);
      this.#awaitDrop(key);
    });
  }

  #follow(kind: CountedKind): () => void {
    return kind.informer.addHandler({
      onAdd: (object, { isInitial }) => {
        if (!isInitial) this.#changed(kind, undefined, object);
      },
      onUpdate: (old, object) => {
        if (kind.resource.quota !== undefined) this.#changed(kind, old, object);
      },
      onDelete: (last) => this.#changed(kind, last, undefined),
    });
  }

  /**
   * Settles reservations with the change of an object's usage. A recount is due if usage fell, or if it rose without a
   * reservation for it.
   */
  #changed(
    { resource }: CountedKind,
    before: CachedObject<object> | undefined,
    after: CachedObject<object> | undefined,
  ): void {
    const { namespace = '' } = after ?? before ?? {};
    if (this.#byNamespace.sizeOf(namespace) === 0) return;
    const nowMs = this.#context.clock.wallMs();
    for (const quota of this.#byNamespace.get(namespace)) {
      if (!quota.decoded.ok) continue;
      const { spec } = quota.object;
      const names = namesCountedFor(resource, Object.keys(spec.hard ?? {}));
      if (names.size === 0) continue;
      const usage = (object: CachedObject<object> | undefined): Amounts =>
        keepAmounts(object === undefined ? toAmounts(undefined) : usageFor(spec, resource, object, nowMs), (each) =>
          names.has(each),
        );
      const change = subtractAmounts(usage(after), usage(before));
      const key = objectKey(quota);
      const state = this.#states.of(key);
      state.changes += 1;
      const unreserved = state.reservations.take(change);
      const isLess = [...change.values()].some((amount) => signOfQuantity(amount) < 0);
      if (isLess || unreserved.size > 0) this.#reconciler.queue.add(key);
    }
  }

  #enqueueAllFor(resource: Resource): void {
    for (const quota of this.#quotas.list()) {
      if (!quota.decoded.ok) continue;
      const names = namesCountedFor(resource, Object.keys(quota.object.spec.hard ?? {}));
      if (names.size > 0) this.#reconciler.queue.add(objectKey(quota));
    }
  }
}

function isBelow(after: Amounts, before: Amounts, name: string): boolean {
  const [now, then] = [after.get(name), before.get(name)];
  if (now === undefined || then === undefined || now === then) return false;
  const [change = '0'] = subtractAmounts(new Map([[name, now]]), new Map([[name, then]])).values();
  return signOfQuantity(change) < 0;
}
