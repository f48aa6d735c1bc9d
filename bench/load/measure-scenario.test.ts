import { describe, expect, it } from '@jest/globals';

import { createLatencies } from './generator/latencies.ts';
import type { Done } from './generator/job.ts';
import { addUp } from './measure-scenario.ts';

function done(count: number, elapsedMs: number, failure?: string): Done {
  const { counts } = createLatencies();
  const failed = failure === undefined ? 0 : 1;
  return {
    count,
    failed,
    bytes: 10,
    elapsedMs,
    cpuMs: 1,
    latencies: counts,
    ...(failure !== undefined && { failure }),
  };
}

describe('jobs of one round', () => {
  it('count as one that took as long as all of them', () => {
    expect(addUp([done(100, 300), done(50, 700)])).toMatchObject({
      count: 150,
      elapsedMs: 1_000,
      bytes: 20,
      cpuMs: 2,
      failed: 0,
    });
  });

  it('keep what the first failure said', () => {
    const sum = addUp([done(1, 1), done(1, 1, '409 for PUT'), done(1, 1, '500 for GET')]);
    expect(sum).toMatchObject({ failed: 2, failure: '409 for PUT' });
    expect(addUp([done(1, 1)])).not.toHaveProperty('failure');
  });
});
