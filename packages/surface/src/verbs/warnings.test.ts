import { describe, expect, it } from '@jest/globals';
import type { Outgoing } from '@keelson/http';

import { addWarnings } from './warnings.ts';

function headersAfter(...calls: readonly (readonly string[])[]): readonly string[] {
  let header: string[] = [];
  const response = {
    getHeader: () => (header.length === 0 ? undefined : header),
    setHeader: (_: string, value: string[]) => (header = value),
  } as unknown as Outgoing;
  for (const texts of calls) addWarnings(response, texts);
  return header;
}

describe('warnings', () => {
  it('are sent each once, beside those that are there', () => {
    expect(headersAfter(['a'], ['b', 'b'])).toEqual(['299 - "a"', '299 - "b"']);
    expect(headersAfter([])).toEqual([]);
  });

  it('are quoted, in UTF-8, and left out where they are empty or hold control characters', () => {
    expect(headersAfter(['say "\\" \u00e4', 'two\nlines', ''])).toEqual(['299 - "say \\"\\\\\\" \u00c3\u00a4"']);
  });

  it('are cut where they are long, and left out where they are too many for a header', () => {
    const [long, many] = ['x'.repeat(5_000), Array.from({ length: 100_000 }, (_, at) => `warning ${String(at)}`)];
    expect(headersAfter([long, 'b'])).toEqual([`299 - "${'x'.repeat(256)}"`, '299 - "b"']);
    const shown = headersAfter(many);
    expect(shown[0]).toBe('299 - "warning 0"');
    expect(shown.join('').length).toBeLessThan(10_000);
  });
});
