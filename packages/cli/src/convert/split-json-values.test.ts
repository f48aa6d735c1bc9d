import { describe, expect, it } from '@jest/globals';
import { quickestMsOf } from '@keelson/schema/testing';

import { splitJsonValues } from './split-json-values.ts';

describe('splitJsonValues', () => {
  it('cuts after each object and each list', () => {
    expect(splitJsonValues('{"a":{}}\n[1,[2]] {}')).toEqual(['{"a":{}}', '\n[1,[2]]', ' {}']);
  });

  it('looks into no string', () => {
    expect(splitJsonValues('{"a":"}{\\"}{"}{"b":"\\\\"}')).toEqual(['{"a":"}{\\"}{"}', '{"b":"\\\\"}']);
  });

  it('leaves what is unfinished whole', () => {
    expect(splitJsonValues('{} {"a": "')).toEqual(['{}', ' {"a": "']);
    expect(splitJsonValues('}}{')).toEqual(['}}{']);
  });

  it('looks at each character once', () => {
    const text = `{"${'\\"'.repeat(2_000_000)}`;
    expect(splitJsonValues(text)).toEqual([text]);
    expect(quickestMsOf(() => splitJsonValues(text), 2_000)).toBeLessThan(2_000);
  });
});
