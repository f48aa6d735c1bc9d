import { expect, it } from '@jest/globals';

import { createKeyStanding, type KeyStanding } from './key-standing.ts';
import type { ReplicaRecord } from './replica-record.ts';
import { replicaRecord } from './testing/replica-record.ts';

const [a, b] = ['a', 'b'].map((key) => ({ signing: key, verifying: [key] }));
if (a === undefined || b === undefined) throw new Error('no keys');
const good = replicaRecord('good', 1, a);
const bad = replicaRecord('bad', 2, b);
const restarted = replicaRecord('restarted', 3, a);

function noteIn(standing: KeyStanding, others: readonly ReplicaRecord[]): string | undefined {
  standing.note({ ...bad, conflictsWith: standing.conflict()?.with ?? '' }, others);
  return standing.conflict()?.with;
}

it('a replica with another key stays refused while the good one restarts', () => {
  const standing = createKeyStanding();
  expect(noteIn(standing, [good])).toBe('good');
  for (let reads = 0; reads < 23; reads += 1) expect(noteIn(standing, [])).toBe('good');
  expect(noteIn(standing, [restarted])).toBe('restarted');
  for (let reads = 0; reads < 23; reads += 1) expect(noteIn(standing, [])).toBe('restarted');
  expect(standing.conflict()?.reason).toContain('replica restarted signs tokens of service accounts with key a');
});

it('a replica with another key is let in when no replica with the key of the cluster comes back for two minutes', () => {
  const standing = createKeyStanding();
  noteIn(standing, [good]);
  for (let reads = 0; reads < 23; reads += 1) expect(noteIn(standing, [])).toBe('good');
  expect(noteIn(standing, [])).toBeUndefined();
  expect(noteIn(standing, [restarted])).toBeUndefined();
});

it('another process of a refused replica is refused too, though the good replica has ended', () => {
  const standing = createKeyStanding();
  standing.note({ ...bad, conflictsWith: 'good' }, []);
  expect(standing.conflict()).toMatchObject({ with: 'good', reason: expect.stringContaining('other keys') });
  standing.note({ ...bad, conflictsWith: 'good' }, [replicaRecord('next', 4, b)]);
  expect(standing.conflict()).toBeUndefined();
});

it('a replica with another key is let in as soon as that is the key of the cluster', () => {
  const standing = createKeyStanding();
  noteIn(standing, [good]);
  expect(noteIn(standing, [good, replicaRecord('next', 4, b)])).toBe('good');
  expect(noteIn(standing, [replicaRecord('next', 4, b)])).toBeUndefined();
});
