/** Allocates items for one write from the accounts of this thread. They stay reserved until the write has ended. */
import type { AllocatableRange, AllocationRefusal } from '@keelson/schema';
import type { MaybePromise } from '@keelson/telemetry';

import type { RangeAccount } from './range-account.ts';
import { ItemReservations } from './item-reservations.ts';
import type { AllocationRequest, ItemAllocation } from './write-ranges.ts';

/** An attempt to allocate an address. `static`: the object asks for this address. */
export interface AddressAllocation {
  readonly cidr: string;
  readonly scope: 'static' | 'dynamic';
  readonly outcome: 'allocated' | 'refused';
}

export interface LocalAllocationParts {
  readonly addresses: ReadonlyMap<string, RangeAccount>;
  readonly ports: RangeAccount;
  readonly catchUp: (deadline: number | undefined) => Promise<void>;
  /** Resolves when the watch cache shows the claims of this revision, or after a timeout. */
  readonly whenSeen: (revision: number) => Promise<unknown>;
  readonly note: (allocation: AddressAllocation) => void;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

export function beginAllocation(parts: LocalAllocationParts): ItemAllocation {
  const reservations = new ItemReservations(parts.random);
  const drop = (): void => reservations.drop();
  return {
    allocate: (request) => allocate(parts, reservations, request),
    end: (revision) => {
      // Released only when the watch has delivered the claims: until then the account would show the items as free.
      if (revision !== undefined && !reservations.isEmpty) void parts.whenSeen(revision).then(drop, drop);
      else drop();
    },
  };
}

function allocate(
  parts: LocalAllocationParts,
  reservations: ItemReservations,
  { stored: { allocation }, object, old, isDryRun, deadline }: AllocationRequest,
): MaybePromise<AllocationRefusal | undefined> {
  if (allocation === undefined) throw new Error('nothing of the kind is allocated');
  const attempt = () => {
    reservations.drop();
    const view = createView(parts, reservations, isDryRun);
    const refusal = allocation.allocate(object as never, old as never, view.allocator);
    return { refusal, hasMetClaim: view.hasMetClaim() };
  };
  const { refusal, hasMetClaim } = attempt();
  if (refusal === undefined || !hasMetClaim) return refusal;
  // Claims in the account may have been released meanwhile: the second attempt uses a current account.
  return parts.catchUp(deadline).then(() => attempt().refusal);
}

type Note = (scope: AddressAllocation['scope'], isDone: boolean) => void;

function createView(
  { addresses, ports, note }: LocalAllocationParts,
  reservations: ItemReservations,
  isDryRun: boolean,
) {
  const seen = { claim: false };
  const noteOf = ({ range: { text: cidr } }: RangeAccount): Note | undefined =>
    isDryRun ? undefined : (scope, isDone) => note({ cidr, scope, outcome: isDone ? 'allocated' : 'refused' });
  const rangeOf = (account: RangeAccount, tell?: Note): AllocatableRange => {
    const { range } = account;
    return {
      text: range.text,
      placeholder: range.placeholder,
      isTaken: (item) => {
        const isTaken = account.isClaimed(range.indexOf(item));
        seen.claim ||= isTaken;
        return isTaken;
      },
      take: (item) => {
        const index = range.indexOf(item);
        if (isDryRun && index !== -1) return 'done';
        const isDone = index !== -1 && reservations.take(account, index);
        tell?.('static', isDone);
        seen.claim ||= index !== -1 && !isDone;
        if (index === -1) return 'outside';
        return isDone ? 'done' : 'taken';
      },
      takeNext: () => {
        const item = reservations.takeNext(account);
        tell?.('dynamic', item !== undefined);
        seen.claim ||= item === undefined;
        return item;
      },
    };
  };
  const byFamily = new Map([...addresses].map(([family, each]) => [family, rangeOf(each, noteOf(each))]));
  return { allocator: { isDryRun, addresses: byFamily, ports: rangeOf(ports) }, hasMetClaim: () => seen.claim };
}
