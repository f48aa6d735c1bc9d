/**
 * Writes without end into the store named by its argument, and says so for each
 * write once it is acknowledged. Made to be killed.
 */
import { writeSync } from 'node:fs';

import { openEmbedded } from './open-embedded.ts';

const [path = ''] = process.argv.slice(2);
const storage = await openEmbedded({ path });
const writers = 16;
const keysPerWriter = 8;

interface Held {
  readonly revision: number;
  readonly isDeleted: boolean;
}

/** Creates or updates the key, or deletes it now and then. */
async function writeOnce(key: string, token: string, held: Held | undefined): Promise<Held> {
  const value = Buffer.from(token.padEnd(200 + Math.floor(Math.random() * 3_000)));
  const expected = held?.isDeleted === false ? held.revision : undefined;
  const isDeleted = expected !== undefined && Math.random() < 0.2;
  const result = await write(key, isDeleted ? undefined : value, expected);
  if (!result.ok) throw new Error(`another wrote ${key}`);
  return { revision: result.revision, isDeleted };
}

function write(key: string, value: Buffer | undefined, expected: number | undefined) {
  if (expected === undefined) return storage.create(key, value ?? Buffer.of());
  return value === undefined ? storage.delete(key, expected) : storage.update(key, value, expected);
}

/** The key as an earlier run left it. */
async function findHeld(key: string): Promise<Held | undefined> {
  const { entry } = await storage.get(key);
  return entry && { revision: entry.revision, isDeleted: false };
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Blocks if the pipe is full because its reader is slow. */
function say(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

async function writeForever(writer: number): Promise<never> {
  const held = new Map<string, Held>();
  for (let round = 0; ; round += 1) {
    const key = `${storage.prefix}w${writer}/${round % keysPerWriter}`;
    const token = `${process.pid}-${writer}-${round}`;
    const now = await writeOnce(key, token, held.get(key) ?? (await findHeld(key)));
    held.set(key, now);
    say(`${key} ${now.revision} ${now.isDeleted ? '-' : token}\n`);
    if (writer === 0 && round % 40 === 39) await storage.compact(Math.max(now.revision - 300, 1));
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => writeForever(writer)));
