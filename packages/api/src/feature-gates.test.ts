import { describe, expect, it } from '@jest/globals';
import type { Message } from '@keelson/schema';
import { messageWithin } from '@keelson/schema';

import { catalog } from './catalog.ts';
import { featureGates, featureGatesOff, findFeatureGateFault } from './feature-gates.ts';

/** Every gate that a field of the catalog names. */
function declaredGates(): Set<string> {
  const seen = new Set<Message>(catalog.flatMap(({ resources }) => resources.map(({ message }) => message)));
  const gates = new Set<string>();
  for (const message of seen) {
    for (const { featureGate, shape } of Object.values(message.fields)) {
      if (featureGate !== undefined) gates.add(featureGate);
      const inner = messageWithin(shape);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return gates;
}

describe('feature gates', () => {
  it('are those that declarations name', () => {
    expect([...declaredGates()].sort()).toEqual(Object.keys(featureGates).sort());
  });

  it('are off while they are alpha, and on otherwise, but for rules of custom resources', () => {
    const off = featureGatesOff(new Map());
    const alpha = Object.keys(featureGates).filter((name) => featureGates[name]?.stage === 'Alpha');
    expect(alpha.filter((name) => !off.has(name))).toEqual(['CustomResourceValidationExpressions']);
    expect([...off].filter((name) => !alpha.includes(name))).toEqual([]);
  });

  it('are turned on and off by name, and the others of a stage together', () => {
    const off = featureGatesOff(
      new Map([
        ['AllAlpha', true],
        ['ProcMountType', false],
        ['GRPCContainerProbe', false],
      ]),
    );
    expect([...off].sort()).toEqual(['GRPCContainerProbe', 'ProcMountType']);
  });

  it.each([
    ['Unheard', true, 'unrecognized feature gate: Unheard'],
    [
      'ServiceLoadBalancerClass',
      false,
      'cannot set feature gate ServiceLoadBalancerClass to false, feature is locked to true',
    ],
  ])('refuse %s=%s', (name, isOn, fault) => {
    expect(findFeatureGateFault(new Map([[name, isOn]]))).toBe(fault);
    expect(findFeatureGateFault(new Map([['ProcMountType', true]]))).toBeUndefined();
  });
});
