import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseUrl, type Query } from './request-url.ts';

function queryOf(text: string): Query {
  const parsed = parseUrl(`/a?${text}`);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.url.query;
}

describe('the parameters of a URL', () => {
  it('are read as URLs are everywhere, with escapes and without', () => {
    const letters = fc.constantFrom('a', 'b', '=', '&', '%3D', '%26', '+', '%20', '-');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 20 }), (parts) => {
        const text = parts.join('');
        const query = queryOf(text);
        const wanted = new URLSearchParams(text);
        for (const name of ['', 'a', 'b', 'ab', '-', '=', '&', ' ']) {
          expect(query.all(name)).toEqual(wanted.getAll(name));
          expect(query.first(name)).toBe(wanted.get(name) ?? undefined);
          expect(query.has(name)).toBe(wanted.has(name));
        }
      }),
    );
  });

  it('tell a name alone from one with an empty value', () => {
    expect(queryOf('dryRun').isBare('dryRun')).toBe(true);
    expect(queryOf('dryRun=').isBare('dryRun')).toBe(false);
    expect(queryOf('a=%20&dryRun').isBare('dryRun')).toBe(true);
    expect(queryOf('a=b').isBare('dryRun')).toBe(false);
  });
});
