import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';

import { isServedBy, unknownSwitches } from './runtime-config.ts';

const resources = createApiScheme().resources();

function served(...switches: [string, boolean][]): string[] {
  const isServed = isServedBy(new Map(switches), '1.24');
  return [...new Set(resources.filter(isServed).map(({ group, version }) => `${group}/${version}`))];
}

describe('what is served', () => {
  it('is everything where nothing is said', () => {
    expect(served()).toContain('batch/v1beta1');
  });

  it('leaves out what a release no longer has, unless it is turned on', () => {
    const in125 = (...switches: [string, boolean][]): boolean =>
      resources.some(
        (each) => `${each.group}/${each.version}` === 'batch/v1beta1' && isServedBy(new Map(switches), '1.25')(each),
      );
    expect([in125(), in125(['batch/v1beta1', true])]).toEqual([false, true]);
  });

  it('leaves out a version that is turned off', () => {
    const left = served(['batch/v1beta1', false]);
    expect(left).not.toContain('batch/v1beta1');
    expect(left).toContain('batch/v1');
  });

  it('can leave out all of a stage, but for what is named', () => {
    const left = served(['api/beta', false], ['flowcontrol.apiserver.k8s.io/v1beta2', true]);
    expect(left.filter((name) => name.includes('beta'))).toEqual(['flowcontrol.apiserver.k8s.io/v1beta2']);
  });

  it('knows the words that mean something', () => {
    const switches = new Map([
      ['api/v1', true],
      ['batch/v1/jobs', false],
      ['bacth/v1', false],
    ] as const);
    expect(unknownSwitches(switches, resources)).toEqual(['bacth/v1']);
  });
});
