/** No error is ever logged as `{}`, whatever it is, wherever it stands, and at every level. */
import { runInNewContext } from 'node:vm';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createLogger } from './create-logger.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

function logged(fields: Readonly<Record<string, unknown>>, level: (typeof levels)[number] = 'warn') {
  const lines = { json: '', text: '' };
  for (const format of ['json', 'text'] as const) {
    const logger = createLogger({ format, verbosity: 4, write: (line) => (lines[format] += line) });
    logger[level]('said', fields);
  }
  return { ...lines, fields: JSON.parse(lines.json) as Readonly<Record<string, unknown>> };
}

const coded = (message: string, code: string | number) => Object.assign(new Error(message), { code });

describe('an error in a log line', () => {
  it.each(levels)('is words at level %s', (level) => {
    const { json, text } = logged({ error: new TypeError('no such thing') }, level);
    for (const line of [json, text]) expect(line).toContain('TypeError: no such thing');
  });

  it.each<[string, unknown, string]>([
    ['with a code', coded('no room', 'ENOSPC'), 'Error [ENOSPC]: no room'],
    ['with a number for a code', coded('', -30_797), 'Error [-30797]'],
    [
      'with a cause',
      new Error('outer', { cause: coded('inner', 'EIO') }),
      'Error: outer; caused by Error [EIO]: inner',
    ],
    ['with a cause that is no error', new Error('outer', { cause: { why: 1 } }), 'Error: outer; caused by {"why":1}'],
    [
      'that stands for several',
      new AggregateError([new Error('one'), 'two'], 'both'),
      'AggregateError: both (Error: one, two)',
    ],
    ['of another realm', runInNewContext('new RangeError("far")'), 'RangeError: far'],
    ['of the DOM', new DOMException('stopped', 'AbortError'), 'AbortError [20]: stopped'],
    ['that is text', 'just text', 'just text'],
    ['that is a number', 7, '7'],
    ['that is nothing', undefined, 'undefined'],
    ['that is null', null, 'null'],
  ])('%s says what it is', (_what, error, expected) => {
    const { fields, text } = logged({ error });
    expect(String(fields['error'])).toBe(expected);
    expect(text).toContain('error=');
    expect(text).not.toContain('error={}');
  });

  it('has its stack where it is the fault of the server, and those of its causes', () => {
    const { fields } = logged({ error: new Error('outer', { cause: new Error('inner') }) }, 'error');
    expect(fields['error']).toMatch(/^Error: outer\n\s+at .*\ncaused by Error: inner\n\s+at /s);
  });

  it('is words within other values too', () => {
    const errors = [new Error('one'), new Error('two')];
    const { fields } = logged({ details: { errors, byName: new Map([['a', errors[0]]]) } });
    expect(fields['details']).toEqual({ errors: ['Error: one', 'Error: two'], byName: { a: 'Error: one' } });
  });

  it('shows none of its other fields: they may hold what nobody should read', () => {
    const error = Object.assign(new Error('refused'), { request: { headers: { authorization: 'Bearer x' } } });
    const { json, text } = logged({ error }, 'error');
    expect(json + text).not.toContain('Bearer');
  });
});

describe('a field of a log line', () => {
  it('may be what JSON does not know, or refer to itself', () => {
    const circle: Record<string, unknown> = { count: 2n ** 64n, bytes: Buffer.from('secret'), at: new Date(0) };
    circle['self'] = circle;
    const { fields, text } = logged({ circle, absent: undefined });
    expect(fields['circle']).toEqual({
      count: '18446744073709551616',
      bytes: '[6 bytes]',
      at: '1970-01-01T00:00:00.000Z',
      self: '[circular]',
    });
    expect(text).not.toContain('absent');
  });

  it('may throw when it is looked at', () => {
    const hostile = {
      get trap(): never {
        throw new Error('do not look');
      },
    };
    expect(logged({ hostile }).fields['hostile']).toBe('[not printable]');
  });

  it('is cut where it is long, wide or deep', () => {
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'x'.repeat(30_000)));
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level += 1) deep = { deep };
    let error = new Error('first');
    for (let level = 0; level < 10_000; level += 1) error = new Error('next', { cause: error });
    expect(logged({ text: 'x'.repeat(1_000_000) }).json.length).toBeLessThan(25_000);
    expect(logged({ wide }).json.length).toBeLessThan(5_000_000);
    expect(logged({ deep, error }).json.length).toBeLessThan(5_000);
  });

  it('never makes the logger throw', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withSet: true, withTypedArray: true }), (value) => {
        expect(() => logged({ value, error: value })).not.toThrow();
      }),
    );
  });
});
