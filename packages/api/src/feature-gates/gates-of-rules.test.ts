import { describe, expect, it } from '@jest/globals';
import { updateHooksOf, validateChangedObject, validateNewObject } from '@keelson/meta';
import type { RuleGates } from '@keelson/schema';

import { createApiScheme } from '../api-scheme.ts';
import { create, type AnyObject } from '../testing/admit.ts';
import { gatesOfRules } from './known-gates.ts';

const scheme = createApiScheme();
const at = (group: string, version: string, plural: string) => {
  const resource = scheme.resource(group, version, plural);
  if (resource === undefined) throw new Error(plural);
  return resource;
};

const labels = { app: 'a' };
const container = { name: 'c', image: 'i' };
const pod = (spec: object) => ({ spec: { containers: [container], ...spec } });
const port = (name: string, protocol: string) => ({ name, port: 80, protocol });
const downward = [{ path: 'f', resourceFieldRef: { containerName: 'c', resource: 'limits.hugepages-2Mi' } }];

/** A gate, the kind, an object that its rule is about, and the path of the refusal while it is off. */
const rows: readonly (readonly [gate: string, resource: ReturnType<typeof at>, object: object, path: string])[] = [
  [
    'HPAScaleToZero',
    at('autoscaling', 'v2', 'horizontalpodautoscalers'),
    {
      spec: {
        minReplicas: 0,
        maxReplicas: 3,
        scaleTargetRef: { kind: 'Deployment', name: 'd' },
        metrics: [{ type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value', value: '1' } } }],
      },
    },
    'spec.minReplicas',
  ],
  [
    'ReadWriteOncePod',
    at('', 'v1', 'persistentvolumeclaims'),
    { spec: { accessModes: ['ReadWriteOncePod'], resources: { requests: { storage: '1Gi' } } } },
    'spec.accessModes',
  ],
  [
    'ExpandedDNSConfig',
    at('', 'v1', 'pods'),
    pod({ dnsConfig: { searches: Array.from({ length: 7 }, (_, n) => `s${String(n)}.test`) } }),
    'spec.dnsConfig.searches',
  ],
  [
    'DownwardAPIHugePages',
    at('', 'v1', 'pods'),
    pod({ volumes: [{ name: 'v', downwardAPI: { items: downward } }] }),
    'spec.volumes[0].downwardAPI.resourceFieldRef.resource',
  ],
  [
    'MixedProtocolLBService',
    at('', 'v1', 'services'),
    { spec: { type: 'LoadBalancer', selector: labels, ports: [port('t', 'TCP'), port('u', 'UDP')] } },
    'spec.ports',
  ],
];

const gatesWith = (isOn: boolean): RuleGates => ({ isOn: () => isOn });

function prepare(resource: ReturnType<typeof at>, object: object): AnyObject {
  return create(resource, { metadata: { name: 'n', namespace: 'default' }, ...object }).object;
}

describe('a gate of rules', () => {
  const title = '%s lets an object pass while it is on, and while it is off if it is there';

  it.each(rows)(title, (gate, resource, object, path) => {
    expect(gatesOfRules).toContain(gate);
    const prepared = prepare(resource, object);
    expect(validateNewObject(resource, prepared, gatesWith(true))).toEqual([]);
    expect(validateNewObject(resource, prepared, gatesWith(false)).map((issue) => issue.path)).toEqual([path]);
    prepared.metadata = { ...prepared.metadata, resourceVersion: '1' };
    const update = { object: prepared, old: structuredClone(prepared), gates: gatesWith(false) };
    expect(validateChangedObject(resource, updateHooksOf(resource, undefined), update)).toEqual([]);
  });

  it('JobMutableNodeSchedulingDirectives lets a suspended job be sent elsewhere while it is on', () => {
    const resource = at('batch', 'v1', 'jobs');
    const spec = (zone: string) => ({
      suspend: true,
      manualSelector: true,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, ...pod({ restartPolicy: 'Never', nodeSelector: { zone } }) },
    });
    const [old, object] = [prepare(resource, { spec: spec('a') }), prepare(resource, { spec: spec('b') })];
    object.metadata = { ...object.metadata, resourceVersion: '1' };
    const change = (isOn: boolean) =>
      validateChangedObject(resource, updateHooksOf(resource, undefined), {
        object,
        old,
        gates: gatesWith(isOn),
      });
    expect(change(true)).toEqual([]);
    expect(change(false).map(({ path }) => path)).toEqual(['spec.template']);
  });

  it('is one of these', () => {
    expect([...rows.map(([gate]) => gate), 'JobMutableNodeSchedulingDirectives'].sort()).toEqual(
      [...gatesOfRules].sort(),
    );
  });
});
