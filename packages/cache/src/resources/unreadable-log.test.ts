import { describe, expect, it } from '@jest/globals';

import { createVersion } from '../objects/object-version.ts';
import type { Content } from '../objects/object-version.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createUnreadableLog } from './unreadable-log.ts';

function open() {
  const lines: string[] = [];
  const logger = {
    error: (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`),
    info: (message: string, fields: object = {}) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const clock = createFakeClock();
  const log = createUnreadableLog(logger, clock);
  const note = (key: string, revision: number, value: Content): void =>
    log.note('secrets', createVersion({ key, revision, value }));
  return { lines, clock, note, close: () => log.close() };
}

const unreadable = { fault: 'no matching prefix found' };

describe('the log of values that cannot be read', () => {
  it('names each key once, however often it is written or loaded', () => {
    const { lines, note } = open();
    note('/registry/secrets/default/a', 1, unreadable);
    note('/registry/secrets/default/a', 2, unreadable);
    note('/registry/secrets/default/a', 2, unreadable);
    expect(lines).toEqual([
      'A stored value cannot be read {"resource":"secrets","key":"/registry/secrets/default/a","revision":1,"fault":"no matching prefix found"}',
    ]);
  });

  it('names it again where the fault is another one, or comes back', () => {
    const { lines, note } = open();
    note('/k', 1, unreadable);
    note('/k', 2, { fault: 'the stored value is empty' });
    note('/k', 3, Buffer.from('{}'));
    note('/k', 4, unreadable);
    note('/k', 5, undefined);
    expect(lines.map((line) => line.replace(/ \{.*/, ''))).toEqual([
      'A stored value cannot be read',
      'A stored value cannot be read',
      'A value that could not be read is no more',
      'A stored value cannot be read',
      'A value that could not be read is no more',
    ]);
  });

  it('names ten in a minute, and counts the others', () => {
    const { lines, clock, note } = open();
    for (let index = 0; index < 5_000; index += 1) note(`/k${String(index)}`, 1, unreadable);
    expect(lines).toHaveLength(10);
    clock.advance(60_000);
    expect(lines[10]).toBe('More stored values cannot be read {"count":4990}');
    note('/later', 1, unreadable);
    expect(lines).toHaveLength(12);
    clock.advance(600_000);
    expect(lines).toHaveLength(12);
  });

  it('tells of those it has counted when it is closed, and keeps no timer', () => {
    const { lines, clock, note, close } = open();
    for (let index = 0; index < 12; index += 1) note(`/k${String(index)}`, 1, unreadable);
    close();
    expect(lines[10]).toBe('More stored values cannot be read {"count":2}');
    clock.advance(600_000);
    expect(lines).toHaveLength(11);
  });
});
