import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { startChild, type Child } from '../../conformance/child.ts';
import { bytesOf, recordWatch, runConformance } from '../../conformance/index.ts';
import type { Storage } from '../../contract/storage.ts';
import { openEmbeddedFollower } from './open-follower.ts';

const program = new URL('serve-followers.child.ts', import.meta.url);

interface WriterProcess {
  readonly child: Child;
  openFollower(): Storage;
  /** Kills the writer, and removes the data. */
  close(): Promise<void>;
}

async function startWriter(): Promise<WriterProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-followed-'));
  const [path, socket] = [join(folder, 'store'), join(folder, 'socket')];
  const child = startChild(program, [path, socket]);
  const number = (await child.line(/^mark /)).split(' ')[1] ?? '';
  // Its descriptor, as a child process inherits it.
  const markDescriptor = openSync(`/proc/${String(child.process.pid)}/fd/${number}`, 'r');
  return {
    child,
    openFollower: () => openEmbeddedFollower({ path, markDescriptor, stream: connect(socket) }),
    close: async () => {
      child.process.kill('SIGKILL');
      await child.ended;
      closeSync(markDescriptor);
      await rm(folder, { recursive: true });
    },
  };
}

runConformance('followers of the embedded engine', async () => {
  const writer = await startWriter();
  const [storage, peer] = [writer.openFollower(), writer.openFollower()];
  return {
    storage,
    peer,
    close: async () => {
      await storage.close();
      await peer.close();
      await writer.close();
    },
  };
});

describe('a follower', () => {
  let writer: WriterProcess;
  beforeAll(async () => {
    writer = await startWriter();
  });
  afterAll(() => writer.close());

  it('sees what another one has written while the file grew by a hundred times', async () => {
    const [one, other] = [writer.openFollower(), writer.openFollower()];
    const folder = `${one.prefix}large/`;
    const recording = recordWatch(other, folder, 0);
    const value = Buffer.alloc(500_000, 'x');
    const { sizeBytes: before } = await other.status();
    for (let count = 0; count < 40; count += 1) {
      const written = await one.create(`${folder}${String(count)}`, value);
      const read = await other.get(`${folder}${String(count)}`);
      expect([written.ok, read.entry?.revision]).toEqual([true, written.revision]);
    }
    await recording.reach(40);
    const { sizeBytes } = await other.status();
    expect(sizeBytes).toBeGreaterThan(100 * before);
    expect(recording.events.map(({ revision }) => revision)).toEqual(
      (await other.range(folder)).entries.map(({ revision }) => revision).sort((a, b) => a - b),
    );
    await one.close();
    await other.close();
  });

  it('finds values without waiting, those that were written after it was opened too', async () => {
    const [one, other] = [writer.openFollower(), writer.openFollower()];
    const key = `${one.prefix}later/a`;
    const { revision } = await one.create(key, Buffer.from('first'));
    const { entries } = await other.deferred.range(`${one.prefix}later/`);
    expect(entries).toEqual([{ key, revision }]);
    await one.update(key, Buffer.from('second'), revision);
    expect(bytesOf(other.deferred.read({ key, revision }).value).toString()).toBe('first');
    await one.close();
    await other.close();
  });

  it('has the newest revision at hand', async () => {
    const [one, other] = [writer.openFollower(), writer.openFollower()];
    for (let count = 0; count < 20; count += 1) {
      const written = await one.create(`${one.prefix}hand/${String(count)}`, Buffer.from('1'));
      expect(other.revisionAtHand()).toBe(written.revision);
    }
    await one.close();
    await other.close();
  });

  it('lets the next candidate lead as soon as its connection is gone', async () => {
    const [one, other] = [writer.openFollower(), writer.openFollower()];
    await one.elections.campaign('work', { identity: 'one' });
    const next = other.elections.campaign('work', { identity: 'other' });
    await one.close();
    const { fence } = await next;
    expect(await other.elections.leader('work')).toEqual({ identity: 'other', revision: fence.revision });
    await other.close();
  });

  it('fails with an unknown outcome when the writer dies under a write', async () => {
    const own = await startWriter();
    const follower = own.openFollower();
    await follower.create(`${follower.prefix}a`, Buffer.from('1'));
    own.child.process.kill('SIGSTOP');
    const writing = follower.create(`${follower.prefix}b`, Buffer.from('1'));
    own.child.process.kill('SIGKILL');
    await expect(writing).rejects.toMatchObject({ code: 'unavailable', applied: 'unknown' });
    await follower.close();
    await own.close();
  });
});
