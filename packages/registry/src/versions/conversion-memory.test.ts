import { describe, expect, it } from '@jest/globals';

import type { ObjectVersion } from '@keelson/cache';
import { createApiScheme } from '@keelson/api';

import { plainVersion } from '../objects/stored-object.ts';
import { ConversionMemory } from './conversion-memory.ts';

const [first, second] = createApiScheme().resources();
if (first === undefined || second === undefined) throw new Error('there are too few declarations');

const version = (text: string): ObjectVersion => plainVersion(`/k/${text}`, 1, Buffer.from(text));

async function remember(
  memory: ConversionMemory,
  source: ObjectVersion,
  made: ObjectVersion,
  to = first,
): Promise<void> {
  if (to === undefined) return;
  const making = Promise.resolve(made);
  memory.share(source, to, making);
  expect(memory.findUnderWay(source, to)).toBe(making);
  await making;
  await Promise.resolve();
  expect(memory.findUnderWay(source, to)).toBeUndefined();
}

describe('the memory of conversions', () => {
  it('knows an object by its bytes, and each version of it by its declaration', async () => {
    const memory = new ConversionMemory();
    const [source, made, other] = [version('a'), version('b'), version('c')];
    await remember(memory, source, made);
    await remember(memory, source, other, second);
    const sameBytes = { ...source, derived: undefined };
    expect(memory.find(sameBytes, first)).toBe(made);
    expect(memory.find(source, second)).toBe(other);
    expect(memory.find(version('a'), first)).toBeUndefined();
  });

  it('forgets the oldest beyond its limit, and what is larger than that at once', async () => {
    const memory = new ConversionMemory(100);
    const sources = Array.from({ length: 3_000 }, (_, index) => version(String(index)));
    for (const source of sources) await remember(memory, source, version('x'.repeat(30)));
    expect(memory.bytes).toBe(90);
    expect(sources.filter((source) => memory.find(source, first) !== undefined)).toEqual(sources.slice(-3));
    const large = version('large');
    await remember(memory, large, version('x'.repeat(101)));
    expect(memory.find(large, first)).toBeUndefined();
    expect(memory.bytes).toBe(90);
  });

  it('forgets a conversion that has failed', async () => {
    const memory = new ConversionMemory();
    const source = version('a');
    const failing = Promise.reject(new Error('no'));
    memory.share(source, first, failing);
    await expect(failing).rejects.toThrow('no');
    await Promise.resolve();
    expect(memory.findUnderWay(source, first)).toBeUndefined();
    expect(memory.find(source, first)).toBeUndefined();
  });
});
