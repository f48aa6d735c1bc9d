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

async function writeForever(writer: number): Promise<never> {
  const revisions = new Map<string, number>();
  for (let round = 0; ; round += 1) {
    const key = `${storage.prefix}w${writer}/${round % keysPerWriter}`;
    const token = `${process.pid}-${writer}-${round}`;
    const value = Buffer.from(token.padEnd(200 + ((round * 97) % 3_000)));
    const expected = revisions.get(key) ?? (await storage.get(key)).entry?.revision;
    const deletes = expected !== undefined && round % 5 === 4;
    const result = deletes
      ? await storage.delete(key, expected)
      : expected === undefined
        ? await storage.create(key, value)
        : await storage.update(key, value, expected);
    if (!result.ok) throw new Error(`another wrote ${key}`);
    if (deletes) revisions.delete(key);
    else revisions.set(key, result.revision);
    writeSync(1, `${key} ${result.revision} ${deletes ? '-' : token}\n`);
    if (writer === 0 && round % 40 === 39) await storage.compact(result.revision - 300 > 1 ? result.revision - 300 : 1);
  }
}

await Promise.all(Array.from({ length: writers }, (_, writer) => writeForever(writer)));
