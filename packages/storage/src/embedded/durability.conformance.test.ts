import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { bytesOf } from '../conformance/bytes-of.ts';
import { startChild } from '../conformance/child.ts';
import { recordWatch } from '../conformance/index.ts';
import { openEmbedded } from './open-embedded.ts';

/** `KEELSON_KILLS` sets another number. */
const rounds = Number(process.env['KEELSON_KILLS'] ?? 12);
const child = new URL('killed-writer.child.ts', import.meta.url);

interface Acknowledged {
  readonly key: string;
  readonly revision: number;
  /** `-` for a deletion. */
  readonly token: string;
}

function parseLine(line: string): Acknowledged {
  const [key = '', revision = '', token = ''] = line.split(' ');
  return { key, revision: Number(revision), token };
}

/** Opens the store after a kill; answers what of the acknowledged it does not hold, and its revision. */
async function lookAfterKill(path: string, acknowledged: readonly Acknowledged[]) {
  const storage = await openEmbedded({ path });
  const { revision, compactedRevision } = await storage.status();
  const recording = recordWatch(storage, storage.prefix, compactedRevision);
  // The first revision, 1, is that of the empty store: no event.
  await recording.reach(revision - Math.max(compactedRevision, 1));
  recording.close();
  const history = new Map(recording.events.map((event) => [event.revision, event]));
  const lost = acknowledged
    .filter((write) => write.revision > compactedRevision)
    .filter(({ key, revision: at, token }) => {
      const event = history.get(at);
      const found = event?.value === undefined ? '-' : bytesOf(event.value).toString().trimEnd();
      return event?.key !== key || found !== token;
    });
  const newest = new Map(acknowledged.map((write) => [write.key, write]));
  for (const write of newest.values()) {
    const { entry } = await storage.get(write.key);
    const isHeld = write.token === '-' ? entry === undefined : entry?.revision === write.revision;
    const isReplaced = recording.events.some(({ key, revision: at }) => key === write.key && at > write.revision);
    if (!isHeld && !isReplaced) lost.push(write);
  }
  await storage.close();
  return { lost, revision };
}

describe('the embedded engine, killed while it writes', () => {
  let path = '';
  beforeAll(async () => {
    path = await mkdtemp(join(tmpdir(), 'keelson-killed-'));
  });
  afterAll(() => rm(path, { recursive: true }));

  it(`opens ${rounds} times with every acknowledged write, and its revision never goes back`, async () => {
    let lastRevision = 0;
    let total = 0;
    for (let round = 0; round < rounds; round += 1) {
      const writer = startChild(child, [path]);
      await writer.line(/ /);
      await setTimeout(Math.random() * 150);
      writer.process.kill('SIGKILL');
      expect(await writer.ended).toBe('SIGKILL');
      const acknowledged = writer.lines.map(parseLine);
      const { lost, revision } = await lookAfterKill(path, acknowledged);
      expect(lost).toEqual([]);
      expect(revision).toBeGreaterThanOrEqual(Math.max(lastRevision, ...acknowledged.map((write) => write.revision)));
      lastRevision = revision;
      total += acknowledged.length;
    }
    expect(total).toBeGreaterThan(rounds);
  });
});
