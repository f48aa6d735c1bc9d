import { describe, expect, it } from '@jest/globals';

import { coversPattern, matchesResource, parseResourcePattern, resourceOfPath } from './resource-pattern.ts';
import type { ResourcePattern } from './resource-pattern.ts';

function pattern(text: string): ResourcePattern {
  const result = parseResourcePattern(text);
  if (!result.ok) throw new Error(result.message);
  return result.pattern;
}

const secrets = { resource: 'secrets', group: '' };
const pandas = { resource: 'pandas', group: 'awesome.example.com' };
const deployments = { resource: 'deployments', group: 'apps' };

describe('The name of a resource in a configuration', () => {
  it('matches that resource of that group alone', () => {
    expect(matchesResource(pattern('secrets'), secrets)).toBe(true);
    expect(matchesResource(pattern('secrets'), { resource: 'secrets', group: 'example.com' })).toBe(false);
    expect(matchesResource(pattern('pandas.awesome.example.com'), pandas)).toBe(true);
    expect(matchesResource(pattern('pandas.example.com'), pandas)).toBe(false);
  });

  it('matches a group, the core group or everything with a star', () => {
    expect([secrets, pandas, deployments].map((each) => matchesResource(pattern('*.apps'), each))).toEqual([
      false,
      false,
      true,
    ]);
    expect([secrets, pandas, deployments].map((each) => matchesResource(pattern('*.'), each))).toEqual([
      true,
      false,
      false,
    ]);
    expect([secrets, pandas, deployments].map((each) => matchesResource(pattern('*.*'), each))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('decides alone where a key does not tell its group', () => {
    expect(matchesResource(pattern('deployments.apps'), { resource: 'deployments', group: undefined })).toBe(true);
    expect(matchesResource(pattern('*.'), { resource: 'secrets', group: undefined })).toBe(true);
  });

  it.each([
    '*',
    'secrets/status',
    'Secrets',
    'secrets.',
    'secrets.*',
    '',
    '.apps',
    'a b',
    '*.*.*',
    '-x',
    'x..y',
    '*secrets',
  ])('is refused where it names nothing: %j', (text) => expect(parseResourcePattern(text).ok).toBe(false));

  it('covers what it matches all of', () => {
    expect(coversPattern(pattern('*.*'), pattern('secrets'))).toBe(true);
    expect(coversPattern(pattern('*.*'), pattern('*.apps'))).toBe(true);
    expect(coversPattern(pattern('*.'), pattern('secrets'))).toBe(true);
    expect(coversPattern(pattern('secrets'), pattern('*.'))).toBe(false);
    expect(coversPattern(pattern('*.'), pattern('deployments.apps'))).toBe(false);
  });
});

describe('The resource of a path', () => {
  it('is its first folder, or its second where the first is a group', () => {
    expect(resourceOfPath('secrets/default/token')).toEqual({ resource: 'secrets', group: undefined });
    expect(resourceOfPath('namespaces/default')).toEqual({ resource: 'namespaces', group: undefined });
    expect(resourceOfPath('awesome.example.com/pandas/default/bo')).toEqual(pandas);
  });

  it('is none where the path is too short to have one', () => {
    expect(resourceOfPath('leader')).toBeUndefined();
    expect(resourceOfPath('awesome.example.com/pandas')).toBeUndefined();
    expect(resourceOfPath('')).toBeUndefined();
  });
});
