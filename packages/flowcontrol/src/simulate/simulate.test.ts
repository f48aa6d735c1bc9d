import { describe, expect, it } from '@jest/globals';

import { level, oneQueue, schemaFor } from '../testing/open-flow-control.ts';
import { requestFor } from '../testing/request-for.ts';
import { simulate, type RecordedRequest } from './simulate.ts';

function recorded(user: string, receivedMs: number, tookMs: number): RecordedRequest {
  return { ...requestFor(user, 'get'), receivedMs, tookMs };
}

const limits = { seats: 6, requestTimeoutMs: 60_000, domain: 'k8s.io' };

describe('a simulation', () => {
  it('tells who would have waited, for how long, and who would have been refused', () => {
    const requests = [
      recorded('carol', 5, 100),
      recorded('alice', 0, 100),
      recorded('bob', 10, 100),
      recorded('dave', 20, 100),
      recorded('alice', 1_000, 1),
    ];
    const flows = simulate(requests, { ...limits, levels: [level('l', 1, oneQueue)], schemas: [schemaFor('s', 'l')] });
    const common = { flowSchema: 's', priorityLevel: 'l' };
    expect(flows).toEqual([
      { ...common, user: 'dave', requests: 1, waited: 0, refused: 1, longestWaitMs: 0 },
      { ...common, user: 'bob', requests: 1, waited: 1, refused: 0, longestWaitMs: 190 },
      { ...common, user: 'carol', requests: 1, waited: 1, refused: 0, longestWaitMs: 95 },
      { ...common, user: 'alice', requests: 2, waited: 0, refused: 0, longestWaitMs: 0 },
    ]);
  });

  it('is of the requests alone, however many there are', () => {
    const requests = Array.from({ length: 5_000 }, (_, index) =>
      recorded(`user-${index % 7}`, (index * 13) % 1_000, index % 40),
    );
    const options = { ...limits, levels: [level('l', 1)], schemas: [schemaFor('s', 'l')] };
    const flows = simulate(requests, options);
    expect(flows).toEqual(simulate(requests, options));
    expect(flows.reduce((sum, flow) => sum + flow.requests, 0)).toBe(5_000);
  });
});
