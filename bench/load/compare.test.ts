import { describe, expect, it } from '@jest/globals';

import { compare } from './compare.ts';
import type { Round } from './measure-scenario.ts';
import type { Scenario } from './scenarios/scenario.ts';

const round = (target: string, ratePerSecond: number, p99Ms: number, failed = 0): Round => ({
  target,
  ratePerSecond,
  p50Ms: 1,
  p99Ms,
  p999Ms: p99Ms,
  cpuMsPerThousand: 1_000 / ratePerSecond,
  loadCpuMsPerThousand: 1,
  megabytesPerSecond: 1,
  residentMegabytes: 1,
  failed,
});

const scenario = (goal: NonNullable<Scenario['goal']>): Scenario => ({
  name: 'get',
  unit: 'requests',
  job: () => {
    throw new Error('nobody runs it');
  },
  goal,
});

describe('a comparison', () => {
  // The machine was slow in the second round, for both.
  const rounds = [
    round('a', 300, 1),
    round('b', 100, 4),
    round('b', 50, 8),
    round('a', 150, 2),
    round('a', 400, 1),
    round('b', 100, 4),
  ];

  it('takes the ratio within rounds, and tells how far it spreads', () => {
    const { ratio, summaries } = compare(scenario({ rate: 3 }), rounds);
    expect(ratio).toMatchObject({ rate: 3, lowest: 3, highest: 4, p99: 0.25 });
    expect(summaries.map(({ target, ratePerSecond }) => [target, ratePerSecond])).toEqual([
      ['a', 300],
      ['b', 100],
    ]);
  });

  it('says whether a goal is met', () => {
    expect(compare(scenario({ rate: 3, p99: 1 / 3 }), rounds).isMet).toBe(true);
    expect(compare(scenario({ rate: 3.1 }), rounds).isMet).toBe(false);
    expect(compare(scenario({ rate: 1, p99: 0.2 }), rounds).isMet).toBe(false);
    expect(compare(scenario({ rate: 1, cpu: 0.1 }), rounds).isMet).toBe(false);
  });

  it('is none where the ratios of rounds differ by more than three times', () => {
    const steady = [round('a', 300, 1), round('b', 100, 1), round('a', 900, 1), round('b', 100, 1)];
    expect(compare(scenario({ rate: 3 }), steady)).toMatchObject({ ratio: { lowest: 3, highest: 9 }, isMet: true });
    const wild = [round('a', 300, 1), round('b', 100, 1), round('a', 910, 1), round('b', 100, 1)];
    const compared = compare(scenario({ rate: 3 }), wild);
    expect(compared).toMatchObject({ notMeasured: 'rounds differ: 3.0–9.1', goal: { rate: 3 } });
    expect(compared).not.toHaveProperty('ratio');
    expect(compared).not.toHaveProperty('isMet');
  });

  it('is none where requests failed, on whichever side', () => {
    for (const [ours, theirs, who] of [
      [0, 2, 'b'],
      [2, 0, 'a'],
    ] as const) {
      const compared = compare(scenario({}), [round('a', 300, 1, ours), round('b', 100, 1, theirs)]);
      expect(compared).toMatchObject({ notMeasured: `2 failed (${who})` });
      expect(compared).not.toHaveProperty('ratio');
    }
  });

  it('says nothing of ratios where there is one server', () => {
    expect(compare(scenario({ rate: 3 }), [round('a', 1, 1)])).not.toHaveProperty('ratio');
  });
});
