import { describe, expect, it } from '@jest/globals';

import { createApiScheme } from '@keelson/api';
import type { Release } from '@keelson/schema';

import { findSwitchFault, isServedBy, unknownSwitches } from './runtime-config.ts';

const resources = createApiScheme({ includeRetired: true }).resources();

function served(release: Release, ...switches: [string, boolean][]): string[] {
  const isServed = isServedBy(new Map(switches), release);
  return [...new Set(resources.filter(isServed).map(({ group, version }) => `${group}/${version}`))];
}

describe('what is served', () => {
  it('is everything that the release has where nothing is said', () => {
    expect(served('1.24')).toContain('batch/v1beta1');
    expect(served('1.25')).not.toContain('batch/v1beta1');
  });

  it('leaves out a version that is turned off [rule-4a-serving]', () => {
    const left = served('1.24', ['batch/v1beta1', false]);
    expect(left).not.toContain('batch/v1beta1');
    expect(left).toContain('batch/v1');
  });

  it('can leave out all of a stage, but for what is named', () => {
    const left = served('1.24', ['api/beta', false], ['flowcontrol.apiserver.k8s.io/v1beta2', true]);
    // A kind of newer releases, which discovery does not list.
    const listed = left.filter((name) => name !== 'authentication.k8s.io/v1beta1');
    expect(listed.filter((name) => name.includes('beta'))).toEqual(['flowcontrol.apiserver.k8s.io/v1beta2']);
  });

  const combinations: readonly [Release, [string, boolean][], string, boolean][] = [
    ['1.15', [], 'extensions/v1beta1', true],
    ['1.15', [['extensions/v1beta1', false]], 'extensions/v1beta1', false],
    ['1.15', [['api/beta', false]], 'apps/v1beta2', false],
    ['1.15', [['api/all', true]], 'events.k8s.io/v1', false],
    ['1.16', [], 'apps/v1beta2', false],
    ['1.16', [['api/all', true]], 'apps/v1beta2', false],
    ['1.16', [['api/beta', true]], 'apps/v1beta1', false],
    ['1.16', [], 'extensions/v1beta1', true],
    ['1.16', [['extensions/v1beta1/ingresses', false]], 'extensions/v1beta1', false],
    ['1.19', [], 'networking.k8s.io/v1beta1', true],
    ['1.19', [['networking.k8s.io/v1beta1/ingresses', false]], 'networking.k8s.io/v1beta1', true],
    ['1.21', [['api/ga', false]], 'batch/v1', false],
    ['1.21', [['api/ga', false]], 'batch/v1beta1', true],
    ['1.22', [['api/beta', true]], 'networking.k8s.io/v1beta1', false],
    [
      '1.22',
      [
        ['api/all', false],
        ['api/ga', true],
      ],
      'batch/v1beta1',
      false,
    ],
    ['1.24', [['batch/v1beta1/cronjobs', false]], 'batch/v1beta1', false],
    ['1.25', [['api/all', true]], 'policy/v1beta1', false],
    ['1.26', [], 'flowcontrol.apiserver.k8s.io/v1beta1', false],
    ['1.26', [], 'flowcontrol.apiserver.k8s.io/v1beta2', true],
    ['1.26', [['flowcontrol.apiserver.k8s.io/v1beta2', false]], 'flowcontrol.apiserver.k8s.io/v1beta2', false],
    ['1.19', [['api/alpha', true]], 'rbac.authorization.k8s.io/v1alpha1', false],
  ];

  it.each(combinations)('at %s with %j: %s is served: %s', (release, switches, version, isServed) => {
    expect(served(release, ...switches).includes(version)).toBe(isServed);
  });
});

describe('the settings', () => {
  it('are warned of where they mean nothing', () => {
    const switches = new Map([
      ['api/v1', true],
      ['batch/v1/jobs', false],
      ['batch/v2alpha1', true],
    ] as const);
    expect(unknownSwitches(switches, resources)).toEqual(['batch/v2alpha1']);
  });

  const faults: readonly [Release, [string, boolean][], string | undefined][] = [
    ['1.24', [['api/all', true]], undefined],
    ['1.24', [['extensions/v1beta1', false]], undefined],
    ['1.24', [['batch/v1beta1', true]], undefined],
    [
      '1.24',
      [['api/all', false]],
      'api/all=false alone serves nothing; turn on what is to be served, such as api/all=false,api/ga=true',
    ],
    [
      '1.24',
      [
        ['batch/v1', true],
        ['api/batch/v1', false],
      ],
      'batch/v1=true and api/batch/v1=false are about the same version; say one of them',
    ],
    ['1.24', [['bacth/v1', false]], expect.stringContaining('bacth/v1: unknown api group bacth; there are ') as never],
    [
      '1.24',
      [['extensions/v1beta1', true]],
      'extensions/v1beta1=true: 1.24 serves it no longer; it was removed in 1.22. Emulate an earlier release, use apps/v1 or networking.k8s.io/v1 or policy/v1beta1 instead, or leave it out',
    ],
    [
      '1.24',
      [['api/gamma', true]],
      'api/gamma: there is no such stage; there are api/all, api/ga, api/beta, api/alpha',
    ],
    ['1.24', [['batch/v9', true]], 'batch/v9: batch has no version v9; it has v1, v1beta1'],
    ['1.24', [['batch/v2alpha1', true]], undefined],
    ['1.24', [['v1', false]], undefined],
    ['1.24', [['api/v1', false]], undefined],
    ['1.24', [['v1/secrets', false]], undefined],
    [
      '1.22',
      [['extensions/v1beta1/ingresses', true]],
      'extensions/v1beta1/ingresses=true: 1.22 serves it no longer; it was removed in 1.22. Emulate an earlier release, use networking.k8s.io/v1 instead, or leave it out',
    ],
    [
      '1.20',
      [['policy/v1', true]],
      'policy/v1=true: 1.20 has not got it yet; it came in 1.21, so say --emulated-version 1.21 or later, or leave it out',
    ],
  ];

  it.each(faults)('at %s, %j: %s', (release, switches, fault) => {
    expect(findSwitchFault(new Map(switches), resources, release)).toEqual(fault);
  });
});
