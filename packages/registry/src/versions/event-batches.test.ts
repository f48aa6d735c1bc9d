import { describe, expect, it } from '@jest/globals';

import type { ObjectVersion } from '@keelson/cache';

import { ConversionError } from '../conversion-error.ts';
import { plainVersion } from '../objects/stored-object.ts';
import { createEventBatches } from './event-batches.ts';
import { RefusedConversion } from './refused-conversion.ts';

const version = (text: string): ObjectVersion => plainVersion(`/k/${text}`, 1, Buffer.from(text));
const textOf = ({ value }: ObjectVersion): string => value.toString();

/** A converter that answers when it is told to. */
function openConverter(answer: (texts: readonly string[]) => void = () => undefined) {
  const batches: string[][] = [];
  const waiting: (() => void)[] = [];
  const convert = async (objects: readonly ObjectVersion[]): Promise<readonly ObjectVersion[]> => {
    const texts = objects.map(textOf);
    batches.push(texts);
    await new Promise<void>((resolve) => waiting.push(resolve));
    answer(texts);
    return texts.map((text) => version(text.toUpperCase()));
  };
  const next = async (): Promise<void> => {
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting.shift()?.();
  };
  return { convert, batches, next, pending: () => waiting.length };
}

describe('events that are converted in batches', () => {
  it('go together where they are due in one turn, and wait for the batch that is under way', async () => {
    const converter = openConverter();
    const convert = createEventBatches(converter);
    const early = ['a', 'b'].map((text) => convert(version(text)));
    await new Promise((resolve) => setImmediate(resolve));
    const late = ['c', 'd', 'e'].map((text) => convert(version(text)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(converter.pending()).toBe(1);
    await converter.next();
    await converter.next();
    expect((await Promise.all([...early, ...late])).map(textOf)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(converter.batches).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  it('fail alone where the webhook refuses them, however many go with them', async () => {
    const converter = openConverter((texts) => {
      if (texts.includes('bad')) throw new RefusedConversion('bad');
    });
    const convert = createEventBatches({ convert: converter.convert });
    const all = ['a', 'b', 'bad', 'c', 'd'].map((text) => convert(version(text)).then(textOf, () => 'refused'));
    const settled = Promise.all(all);
    for (let left = 5; left > 0; left -= 1) await converter.next();
    expect(await settled).toEqual(['A', 'B', 'refused', 'C', 'D']);
  });

  it('fail all together where the webhook does not answer', async () => {
    const converter = openConverter(() => {
      throw new ConversionError('it is down');
    });
    const convert = createEventBatches(converter);
    const all = ['a', 'b', 'c'].map((text) => convert(version(text)).then(textOf, () => 'failed'));
    await converter.next();
    expect(await Promise.all(all)).toEqual(['failed', 'failed', 'failed']);
    expect(converter.batches.length).toBe(1);
  });
});
