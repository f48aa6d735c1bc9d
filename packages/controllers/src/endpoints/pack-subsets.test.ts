import { describe, expect, it } from '@jest/globals';

import { packSubsets, truncateSubsets, type OfferedAddress } from './pack-subsets.ts';

const offer = (ip: string, ports: readonly number[], isReady = true): OfferedAddress => ({
  address: { ip },
  isReady,
  ports: ports.map((port) => ({ port, protocol: 'TCP' })),
});

describe('subsets', () => {
  it('have the addresses that offer the same ports, whatever order they came in', () => {
    const offers = [
      offer('10.0.0.2', [1, 2]),
      offer('10.0.0.1', [2, 1]),
      offer('10.0.0.3', [1]),
      offer('10.0.0.4', [1], false),
    ];
    const packed = packSubsets(offers);
    expect(packSubsets([...offers].reverse())).toEqual(packed);
    const tcp = (port: number) => ({ port, protocol: 'TCP' });
    expect(packed).toEqual([
      {
        addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }, { ip: '10.0.0.3' }],
        notReadyAddresses: [{ ip: '10.0.0.4' }],
        ports: [tcp(1)],
      },
      { addresses: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }], ports: [tcp(2)] },
    ]);
  });

  it('have a thousand addresses at most, ready ones first', () => {
    const many = (count: number, net: number, isReady: boolean) =>
      Array.from({ length: count }, (_, at) => offer(`10.${net}.${Math.floor(at / 256)}.${at % 256}`, [1], isReady));
    const few = truncateSubsets(packSubsets(many(1_000, 0, true)));
    expect(few.isTruncated).toBe(false);
    const mixed = truncateSubsets(packSubsets([...many(700, 0, true), ...many(700, 1, false)]));
    expect(mixed.isTruncated).toBe(true);
    expect([mixed.subsets[0]?.addresses?.length, mixed.subsets[0]?.notReadyAddresses?.length]).toEqual([700, 300]);
    const ready = truncateSubsets(packSubsets([...many(1_200, 0, true), ...many(5, 1, false)]));
    expect([ready.subsets[0]?.addresses?.length, ready.subsets[0]?.notReadyAddresses]).toEqual([1_000, undefined]);
  });
});
