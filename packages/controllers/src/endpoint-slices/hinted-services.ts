/**
 * The Services whose endpoints get hints of topology, with the zones that these are for: a change of the nodes enqueues
 * those whose zones have become overloaded, and those that have no hints yet.
 */
import type { Node, Service } from '@keelson/api';
import type { CachedObject, Informer } from '@keelson/informers';

import type { ControllerClock } from '../controller-clock.ts';
import { isOverloaded } from './allocate-zones.ts';
import { zoneFactsOf, zoneSharesOf, type ZoneShares } from './zone-shares.ts';

const annotation = 'service.kubernetes.io/topology-aware-hints';

/** Changes of nodes within this time are looked at together. */
const settleMs = 100;

export function wantsHints({ metadata }: Service): boolean {
  const { [annotation]: mode } = metadata.annotations ?? {};
  return mode === 'Auto' || mode === 'auto';
}

type Hinted = readonly ReadonlyMap<string, number>[];

export class HintedServices {
  readonly #nodes: Informer<Node>;
  readonly #clock: Pick<ControllerClock, 'after'>;
  readonly #hinted = new Map<string, Hinted>();
  #shares: ZoneShares | undefined;
  #isStale = true;
  #cancelLook: (() => void) | undefined;

  constructor(nodes: Informer<Node>, clock: Pick<ControllerClock, 'after'>) {
    this.#nodes = nodes;
    this.#clock = clock;
  }

  /** As of the nodes that the informer shows. */
  shares(): ZoneShares | undefined {
    if (this.#isStale) this.#shares = zoneSharesOf(this.#nodes.list());
    this.#isStale = false;
    return this.#shares;
  }

  /** Undefined for a Service that wants no hints. */
  note(key: string, hinted: Hinted | undefined): void {
    if (hinted === undefined) this.#hinted.delete(key);
    else this.#hinted.set(key, hinted);
  }

  delete(key: string): void {
    this.#hinted.delete(key);
  }

  /** Returns a function that ends it. */
  follow(enqueue: (key: string) => void): () => void {
    const look = (): void => {
      this.#cancelLook = undefined;
      const shares = this.shares();
      for (const [key, hinted] of this.#hinted) if (isToChange(hinted, shares)) enqueue(key);
    };
    const change = (): void => {
      this.#isStale = true;
      if (this.#hinted.size > 0) this.#cancelLook ??= this.#clock.after(settleMs, look);
    };
    const unfollow = this.#nodes.addHandler({
      onAdd: change,
      onUpdate: (old, node) => {
        if (!hasSameFacts(old, node)) change();
      },
      onDelete: change,
    });
    return () => {
      unfollow();
      this.#cancelLook?.();
      this.#cancelLook = undefined;
    };
  }
}

function isToChange(hinted: Hinted, shares: ZoneShares | undefined): boolean {
  const hasNone = shares !== undefined && hinted.every(({ size }) => size === 0);
  return hasNone || hinted.some((each) => isOverloaded(each, shares));
}

function hasSameFacts(old: CachedObject<Node>, node: CachedObject<Node>): boolean {
  return JSON.stringify(zoneFactsOf(old)) === JSON.stringify(zoneFactsOf(node));
}
