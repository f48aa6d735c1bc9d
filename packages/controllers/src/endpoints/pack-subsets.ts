/** The subsets of Endpoints: addresses that offer the same ports stand together, in an order that does not change. */
import type { Endpoints } from '@keelson/api';

export type Subset = NonNullable<Endpoints['subsets']>[number];
export type SubsetAddress = NonNullable<Subset['addresses']>[number];
export type SubsetPort = NonNullable<Subset['ports']>[number];

/** One address of a pod with the ports that it offers; none of a headless Service without ports. */
export interface OfferedAddress {
  readonly address: SubsetAddress;
  readonly isReady: boolean;
  readonly ports: readonly SubsetPort[];
}

export function packSubsets(offers: readonly OfferedAddress[]): Subset[] {
  const byPort = new Map<string, { readonly port: SubsetPort | undefined; readonly offers: OfferedAddress[] }>();
  for (const offer of offers) {
    for (const port of offer.ports.length === 0 ? [undefined] : offer.ports) {
      const key = JSON.stringify(port ?? null);
      const known = byPort.get(key);
      if (known === undefined) byPort.set(key, { port, offers: [offer] });
      else known.offers.push(offer);
    }
  }
  const byAddresses = new Map<string, { readonly ports: SubsetPort[]; readonly offers: readonly OfferedAddress[] }>();
  for (const { port, offers: ofPort } of byPort.values()) {
    const sorted = [...ofPort].sort(byAddress);
    const key = JSON.stringify(sorted.map(({ address, isReady }) => [address.ip, address.targetRef?.uid, isReady]));
    const known = byAddresses.get(key) ?? { ports: [], offers: sorted };
    if (port !== undefined) known.ports.push(port);
    byAddresses.set(key, known);
  }
  return [...byAddresses.values()].map(({ ports, offers: together }) => subsetOf(ports, together)).sort(bySubset);
}

function subsetOf(ports: readonly SubsetPort[], offers: readonly OfferedAddress[]): Subset {
  const ready = offers.filter(({ isReady }) => isReady).map(({ address }) => address);
  const notReady = offers.filter(({ isReady }) => !isReady).map(({ address }) => address);
  return {
    ...(ready.length > 0 && { addresses: ready }),
    ...(notReady.length > 0 && { notReadyAddresses: notReady }),
    ...(ports.length > 0 && { ports: [...ports].sort(byPortName) }),
  };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function byAddress({ address: a }: OfferedAddress, { address: b }: OfferedAddress): number {
  return compareTexts(a.ip, b.ip) || compareTexts(a.targetRef?.uid ?? '', b.targetRef?.uid ?? '');
}

function byPortName(a: SubsetPort, b: SubsetPort): number {
  return (
    compareTexts(a.name ?? '', b.name ?? '') || a.port - b.port || compareTexts(a.protocol ?? '', b.protocol ?? '')
  );
}

function bySubset(a: Subset, b: Subset): number {
  return compareTexts(JSON.stringify(a), JSON.stringify(b));
}

/** The most addresses that an object has: proxies of every node read each change of it. */
const mostAddresses = 1_000;

export interface Truncated {
  readonly subsets: Subset[];
  readonly isTruncated: boolean;
}

/** Keeps the ready addresses before the others, and of each subset a part that fits its size. */
export function truncateSubsets(subsets: Subset[]): Truncated {
  const count = (key: 'addresses' | 'notReadyAddresses') =>
    subsets.reduce((sum, subset) => sum + (subset[key] ?? []).length, 0);
  const [ready, notReady] = [count('addresses'), count('notReadyAddresses')];
  if (ready + notReady <= mostAddresses) return { subsets, isTruncated: false };
  const cutsReady = ready > mostAddresses;
  const key = cutsReady ? 'addresses' : 'notReadyAddresses';
  const [most, total] = cutsReady ? [mostAddresses, ready] : [mostAddresses - ready, notReady];
  let left = most;
  const cut = subsets.map((subset): Subset => {
    const all = subset[key] ?? [];
    const kept = all.slice(0, Math.min(left, Math.ceil((all.length / total) * most)));
    left -= kept.length;
    const { notReadyAddresses: _, ...readyOnly } = subset;
    const rest = cutsReady ? readyOnly : subset;
    const { [key]: __, ...others } = rest as Subset;
    return { ...others, ...(kept.length > 0 && { [key]: kept }) };
  });
  return { subsets: cut.filter(hasAddresses), isTruncated: true };
}

function hasAddresses({ addresses = [], notReadyAddresses = [] }: Subset): boolean {
  return addresses.length + notReadyAddresses.length > 0;
}
