/**
 * Faults under load, judged by a checker that sees only what clients were told and what etcd's own client reads.
 * KEELSON_FAULT_MINUTES: how long (`make faults`: 20), KEELSON_FAULT_SEED: which faults, KEELSON_FAULT_WORKERS: how many
 * worker processes each replica has (1).
 */
import { describe, expect, it } from '@jest/globals';

import { check } from './check/check.ts';
import { run } from './run.ts';

const minutes = Number(process.env['KEELSON_FAULT_MINUTES'] ?? 0.15);
const seed = Number(process.env['KEELSON_FAULT_SEED'] ?? 1);
const workers = Number(process.env['KEELSON_FAULT_WORKERS'] ?? 1);
/** Tells a run that worked from one that idled. Several workers for each replica get little of a machine of two cores. */
const fewestPerMinute = workers > 1 ? 1_000 : 5_000;

describe('three replicas over three members, with faults', () => {
  it(
    'lose no write, read nothing stale, skip no event and fail for no other reason',
    async () => {
      const { record, requests, unrest, difference } = await run({ seed, lastingMs: minutes * 60_000, workers });
      const findings = difference === undefined ? [...unrest, ...check(record)] : [`etcd, not us: ${difference}`];
      const { operations, sessions, faults, failures, history } = record;
      const summary = {
        ...{ seed, workers, requests, operations: operations.length, revisions: history.length },
        ...{ events: sessions.reduce((sum, { events }) => sum + events.length, 0), sessions: sessions.length },
        ...{ failures: failures.length, faults: countBy(faults.map(({ kind }) => kind)) },
        unknown: operations.filter((each) => each.kind !== 'read' && each.outcome === 'unknown').length,
      };
      process.stdout.write(`${JSON.stringify(summary)}\n`);
      expect(findings.slice(0, 20)).toEqual([]);
      // A short run may spend its time on a single fault, with few requests on a busy machine.
      expect(faults.length).toBeGreaterThan(minutes < 1 ? 0 : minutes * 10);
      expect(requests).toBeGreaterThan(minutes < 1 ? 100 : minutes * fewestPerMinute);
    },
    minutes * 90_000 + 180_000,
  );
});

function countBy(words: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}
