import { describe, expect, it } from '@jest/globals';
import type { Lifecycle } from '@keelson/schema';
import { parseGroupVersion, qualify } from './group-version.ts';
import { deprecationWarning, isDeprecated, isServed } from './lifecycle-rules.ts';
import { parseResourceVersion, wordResourceVersionProblem } from './resource-version.ts';

describe('resource versions', () => {
  it.each([
    ['', 0n],
    ['0', 0n],
    ['007', 7n],
    ['18446744073709551615', 2n ** 64n - 1n],
  ])('%j is a number', (text, version) => {
    expect(parseResourceVersion(text)).toEqual({ ok: true, version });
  });

  it.each([
    ['abc', 'strconv.ParseUint: parsing "abc": invalid syntax'],
    ['-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
    ['1 ', 'strconv.ParseUint: parsing "1 ": invalid syntax'],
    ['18446744073709551616', 'strconv.ParseUint: parsing "18446744073709551616": value out of range'],
  ])('%j is refused', (text, problem) => {
    expect(parseResourceVersion(text)).toEqual({ ok: false, problem });
  });

  it('are parameters when a list asks for one', () => {
    expect(wordResourceVersionProblem('abc', 'strconv.ParseUint: parsing "abc": invalid syntax')).toBe(
      'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
    );
  });
});

describe('group versions', () => {
  it.each([
    ['v1', { group: '', version: 'v1' }],
    ['batch/v1', { group: 'batch', version: 'v1' }],
    ['', { group: '', version: '' }],
    ['apps/', { group: 'apps', version: '' }],
  ])('%j is read', (text, groupVersion) => {
    expect(parseGroupVersion(text)).toEqual({ ok: true, groupVersion });
  });

  it('have one slash at most', () => {
    expect(parseGroupVersion('a/b/c')).toEqual({ ok: false, problem: 'unexpected GroupVersion string: a/b/c' });
  });

  it('give kinds their group', () => {
    expect([qualify('Job', 'batch'), qualify('ConfigMap', '')]).toEqual(['Job.batch', 'ConfigMap']);
  });
});

describe('the life of a version', () => {
  const cronJob = { group: 'batch', version: 'v1beta1', kind: 'CronJob' };
  const life: Lifecycle = {
    introduced: '1.8',
    deprecated: '1.21',
    removed: '1.25',
    replacement: { group: 'batch', version: 'v1', kind: 'CronJob' },
  };

  it('is served from its introduction up to its removal', () => {
    expect((['1.7', '1.8', '1.24', '1.25', '1.30'] as const).map((release) => isServed(life, release))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect(isServed(undefined, '1.24')).toBe(true);
  });

  it('is deprecated from then on', () => {
    expect((['1.20', '1.21', '1.24'] as const).map((release) => isDeprecated(life, release))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isDeprecated(undefined, '1.24')).toBe(false);
  });

  it('is warned of while it is deprecated', () => {
    expect(deprecationWarning(cronJob, life, '1.24')).toBe(
      'batch/v1beta1 CronJob is deprecated in v1.21+, unavailable in v1.25+; use batch/v1 CronJob',
    );
    expect(deprecationWarning(cronJob, life, '1.20')).toBeUndefined();
    expect(deprecationWarning(cronJob, undefined, '1.24')).toBeUndefined();
  });

  it('is warned of without what is unknown', () => {
    const of = { group: '', version: 'v1', kind: 'ComponentStatus' };
    expect(deprecationWarning(of, { deprecated: '1.19' }, '1.24')).toBe('v1 ComponentStatus is deprecated in v1.19+');
  });
});
