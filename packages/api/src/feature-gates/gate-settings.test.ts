import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import type { Message } from '@keelson/schema';
import { messageWithin } from '@keelson/schema';

import { catalog } from '../catalog.ts';
import {
  describeFeatureGates,
  featureGatesOff,
  featureGateStates,
  findFeatureGateFault,
  findFeatureGateWarnings,
} from './gate-settings.ts';
import { gatesOfFields, knownGates } from './known-gates.ts';

/** Every gate that a field of the catalog names. */
function declaredGates(): Set<string> {
  const seen = new Set<Message>(catalog.flatMap(({ resources }) => resources.map(({ message }) => message)));
  const gates = new Set<string>();
  for (const message of seen) {
    for (const { featureGate, gatedAnnotations, shape } of Object.values(message.fields)) {
      for (const gate of [featureGate, gatedAnnotations?.featureGate]) if (gate !== undefined) gates.add(gate);
      const inner = messageWithin(shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return gates;
}

const onHere = ['CustomResourceValidationExpressions', 'JobTrackingWithFinalizers', 'ServerSideFieldValidation'];

describe('feature gates', () => {
  it('of fields are those that declarations name, and all of them are known', () => {
    expect([...declaredGates()].sort()).toEqual([...gatesOfFields].sort());
    expect(gatesOfFields.filter((name) => !knownGates.has(name))).toEqual([]);
  });

  // The gates of another implementation, where they are at hand: there is nothing to compare with otherwise.
  const facts = process.env['KEELSON_FACTS'];
  (facts === undefined ? it.skip : it)('are those of 1.24, with their stages and defaults', () => {
    const text = readFileSync(join(facts ?? '', 'feature-gates-1.24.json'), 'utf8');
    const { gates } = JSON.parse(text) as { gates: { name: string; stage: string; default: boolean }[] };
    const known = gates.map(({ name }) => {
      const gate = knownGates.get(name);
      return [name, gate?.stage, gate !== undefined && !onHere.includes(name) ? gate.isOn : false];
    });
    expect(known).toEqual(gates.map(({ name, stage, default: isOn }) => [name, stage, isOn]));
    expect(knownGates.size).toBe(gates.length);
  });

  it('are off while they are alpha, on while they are beta, and locked once they are GA [gates-life]', () => {
    const off = featureGatesOff(new Map());
    const of = (stage: string) => featureGateStates(new Map()).filter((gate) => gate.stage === stage);
    expect(
      of('Alpha')
        .filter(({ name }) => !off.has(name))
        .map(({ name }) => name),
    ).toEqual(onHere.filter((name) => knownGates.get(name)?.stage === 'Alpha'));
    expect(
      of('Beta')
        .filter(({ name }) => off.has(name))
        .map(({ name }) => name),
    ).toEqual(['CSIMigrationvSphere', 'ExperimentalHostUserNamespaceDefaulting', 'ProbeTerminationGracePeriod']);
    expect(of('GA').filter(({ isSetOn, isLocked }) => !isSetOn || !isLocked)).toEqual([]);
  });

  it('are turned on and off by name, and the others of a stage together', () => {
    const off = featureGatesOff(
      new Map([
        ['AllAlpha', true],
        ['ProcMountType', false],
        ['GRPCContainerProbe', false],
      ]),
    );
    expect([...off].sort()).toEqual([
      'CSIMigrationvSphere',
      'DynamicKubeletConfig',
      'ExperimentalHostUserNamespaceDefaulting',
      'GRPCContainerProbe',
      'ProbeTerminationGracePeriod',
      'ProcMountType',
      'StreamingProxyRedirects',
    ]);
    const withoutBeta = featureGatesOff(new Map([['AllBeta', false]]));
    expect([withoutBeta.has('GRPCContainerProbe'), withoutBeta.has('DryRun')]).toEqual([true, false]);
  });

  it.each([
    ['Unheard', true, 'unrecognized feature gate: Unheard'],
    ['cronjobtimezone', true, 'unrecognized feature gate: cronjobtimezone; did you mean CronJobTimeZone?'],
    ['TokenRequest', true, 'unrecognized feature gate: TokenRequest; it was removed in 1.22, leave it out'],
    [
      'ServiceLoadBalancerClass',
      false,
      'cannot set feature gate ServiceLoadBalancerClass to false, feature is locked to true: it is GA, and its gate is non-operational',
    ],
  ])('refuse %s=%s [gates-disable]', (name, isOn, fault) => {
    expect(findFeatureGateFault(new Map([[name, isOn]]))).toBe(fault);
    expect(findFeatureGateFault(new Map([['ProcMountType', true]]))).toBeUndefined();
  });

  it.each([
    ['DryRun', true, ['Setting GA feature gate DryRun=true. It will be removed in a future release.']],
    [
      'DynamicKubeletConfig',
      true,
      ['Setting deprecated feature gate DynamicKubeletConfig=true. It will be removed in a future release.'],
    ],
    ['CPUManager', false, ['feature gate CPUManager=false changes nothing here: it is non-operational']],
    ['CPUManager', true, []],
    ['CronJobTimeZone', true, []],
    ['AllAlpha', true, []],
  ])('warn of %s=%s', (name, isOn, warnings) => {
    expect(findFeatureGateWarnings(new Map([[name, isOn]]))).toEqual(warnings);
  });

  it('are on with a controller of ours, unless a setting says otherwise', () => {
    const isOn = (controllers: readonly string[], settings: readonly (readonly [string, boolean])[] = []): boolean =>
      !featureGatesOff(new Map(settings), controllers).has('JobTrackingWithFinalizers');
    expect([isOn(['job']), isOn([]), isOn(['cronjob'])]).toEqual([true, false, false]);
    expect([isOn([], [['JobTrackingWithFinalizers', true]]), isOn([], [['AllBeta', true]])]).toEqual([true, true]);
    expect([isOn(['job'], [['JobTrackingWithFinalizers', false]]), isOn(['job'], [['AllBeta', false]])]).toEqual([
      false,
      false,
    ]);
  });

  it('are described with their stage, their default, and if they change anything [rule-9]', () => {
    const lines = describeFeatureGates();
    expect(lines).toContain('AllAlpha (ALPHA - default=false)');
    expect(lines).toContain('CronJobTimeZone (ALPHA - default=false)');
    expect(lines).toContain(
      'JobTrackingWithFinalizers (BETA - default=true where the controller job runs, else false)',
    );
    expect(lines).toContain('CPUManager (BETA - default=true; non-operational)');
    expect(lines).toContain('DryRun (GA - locked to true; non-operational)');
  });
});
