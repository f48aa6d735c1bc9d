import { describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@keelson/http';

import { addWarnings } from './warnings.ts';

function headersAfter(...calls: readonly (readonly string[])[]): readonly string[] {
  let header: readonly string[] = [];
  const response = { setHeader: (_: string, value: readonly string[]) => (header = value) } as unknown as Outgoing;
  for (const texts of calls) addWarnings(response, texts);
  return header;
}

describe('warnings', () => {
  it('are sent each once, beside those that are there', () => {
    expect(headersAfter(['a'], ['b', 'b'])).toEqual(['299 - "a"', '299 - "b"']);
    expect(headersAfter(['a', 'b'], ['b', 'a', 'c'])).toEqual(['299 - "a"', '299 - "b"', '299 - "c"']);
    expect(headersAfter([], [''])).toEqual([]);
  });

  it('are quoted, in UTF-8, and left out where they are empty or hold control characters', () => {
    const headers = headersAfter(['say "\\" ä', 'two\nlines', 'next\u0085line', '']);
    expect(headers.map((header) => Buffer.from(header, 'latin1').toString('utf8'))).toEqual([
      '299 - "say \\"\\\\\\" ä"',
    ]);
  });

  it('are cut where all of them are long, also those that came before', () => {
    const long = 'x'.repeat(3_000);
    const cut = `299 - "${'x'.repeat(256)}"`;
    expect(headersAfter([long])).toEqual([`299 - "${long}"`]);
    expect(headersAfter([long], ['b'], ['y'.repeat(1_500)])).toEqual([cut, '299 - "b"', `299 - "${'y'.repeat(256)}"`]);
  });

  it('are measured in characters, and cut between them', () => {
    const faces = '😀'.repeat(4_000);
    expect(headersAfter([faces]).length).toBe(1);
    const [header = ''] = headersAfter([faces, 'z'.repeat(200)]);
    expect(Buffer.from(header, 'latin1').toString('utf8')).toBe(`299 - "${'😀'.repeat(256)}"`);
  });

  it('are left out where they are too many for a header', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `warning ${String(at)}`);
    const shown = headersAfter(many, ['one more']);
    expect(shown[0]).toBe('299 - "warning 0"');
    expect(shown.join('').length).toBeLessThan(10_000);
    expect(shown).not.toContain('299 - "one more"');
  });
});
