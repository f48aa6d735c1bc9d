import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { flowSchemas } from '../v1beta2/flow-schema.resource.ts';
import { priorityLevelConfigurations } from '../v1beta2/priority-level-configuration.resource.ts';
import { defaultFlowControl } from './default-flow-control.ts';

const made = defaultFlowControl('k8s.io');

describe('the default flow control objects', () => {
  it.each(made.flowSchemas.map((each) => [each.name, each] as const))(
    'include the valid schema %s',
    (name, { spec }) => {
      expect(causesOf(create(flowSchemas, { metadata: { name }, spec }))).toEqual([]);
      expect(made.priorityLevels.map((level) => level.name)).toContain(spec.priorityLevelConfiguration.name);
    },
  );

  it.each(made.priorityLevels.map((each) => [each.name, each] as const))(
    'include the valid level %s',
    (name, { spec }) => {
      expect(causesOf(create(priorityLevelConfigurations, { metadata: { name }, spec }))).toEqual([]);
    },
  );

  it('have exempt and catch-all as the mandatory ones, of both kinds', () => {
    for (const objects of [made.flowSchemas, made.priorityLevels]) {
      const mandatory = objects.filter(({ isMandatory }) => isMandatory).map(({ name }) => name);
      expect(mandatory).toEqual(['exempt', 'catch-all']);
    }
  });

  it('share 245 concurrency shares between all limited levels', () => {
    const shares = made.priorityLevels.map(({ spec }) => spec.limited?.assuredConcurrencyShares ?? 0);
    expect(shares.reduce((sum, each) => sum + each, 0)).toBe(245);
  });

  it('are named in the domain of the API', () => {
    expect(made.autoupdateAnnotation).toBe('apf.kubernetes.io/autoupdate-spec');
    const elsewhere = defaultFlowControl('example.org');
    expect(elsewhere.autoupdateAnnotation).toBe('apf.example.org/autoupdate-spec');
    const election = elsewhere.flowSchemas.find(({ name }) => name === 'system-leader-election');
    expect(election?.spec.rules?.[0]?.resourceRules?.[0]?.apiGroups).toEqual(['coordination.example.org']);
  });
});
