import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { causesOf, create } from '../testing/admit.ts';
import { fillIn } from '../testing/fill-in.ts';
import { printRow } from '../testing/print-row.ts';
import { horizontalPodAutoscalers as v1 } from './v1/horizontal-pod-autoscaler.resource.ts';
import { HorizontalPodAutoscaler as AutoscalerV1 } from './v1/horizontal-pod-autoscaler.ts';
import { horizontalPodAutoscalers as v2 } from './v2/horizontal-pod-autoscaler.resource.ts';
import { HorizontalPodAutoscaler as AutoscalerV2 } from './v2/horizontal-pod-autoscaler.ts';
import { horizontalPodAutoscalers as v2beta1 } from './v2beta1/horizontal-pod-autoscaler.resource.ts';
import { HorizontalPodAutoscaler as AutoscalerV2beta1 } from './v2beta1/horizontal-pod-autoscaler.ts';
import { horizontalPodAutoscalers as v2beta2 } from './v2beta2/horizontal-pod-autoscaler.resource.ts';
import { HorizontalPodAutoscaler as AutoscalerV2beta2 } from './v2beta2/horizontal-pod-autoscaler.ts';

describe('the defaults of an autoscaler', () => {
  it('of v1 aim at 80% of the CPU, unless an annotation keeps other metrics', () => {
    expect(fillIn(AutoscalerV1, {}).spec).toMatchObject({ minReplicas: 1, targetCPUUtilizationPercentage: 80 });
    const given = { minReplicas: 0, targetCPUUtilizationPercentage: 50 };
    expect(fillIn(AutoscalerV1, { spec: given }).spec).toMatchObject(given);
    const kept = (text: string) => ({ metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/metrics': text } } });
    expect(fillIn(AutoscalerV1, kept('[{"type":"Pods"}]')).spec.targetCPUUtilizationPercentage).toBeUndefined();
    for (const text of ['[]', '{', 'null']) {
      expect(fillIn(AutoscalerV1, kept(text)).spec.targetCPUUtilizationPercentage).toBe(80);
    }
  });

  it('of v2beta1 aim at 80% of the CPU', () => {
    const metrics = [{ type: 'Resource', resource: { name: 'cpu', targetAverageUtilization: 80 } }];
    expect(fillIn(AutoscalerV2beta1, {}).spec).toMatchObject({ minReplicas: 1, metrics });
    const given = { minReplicas: 2, metrics: [{ type: 'Pods' }] };
    expect(fillIn(AutoscalerV2beta1, { spec: given }).spec).toMatchObject(given);
  });

  describe.each([
    ['v2', AutoscalerV2],
    ['v2beta2', AutoscalerV2beta2],
  ])('of %s', (_version, message) => {
    it('aim at 80% of the CPU', () => {
      const target = { type: 'Utilization', averageUtilization: 80 };
      const metrics = [{ type: 'Resource', resource: { name: 'cpu', target } }];
      expect(fillIn(message, {}).spec).toMatchObject({ minReplicas: 1, metrics });
      const given = { minReplicas: 2, metrics: [{ type: 'Pods' }] };
      expect(fillIn(message, { spec: given }).spec).toMatchObject(given);
    });

    it('complete a behavior that is given, and leave alone one that is not', () => {
      expect(fillIn(message, {}).spec.behavior).toBeUndefined();
      expect(fillIn(message, { spec: { behavior: { scaleDown: { selectPolicy: 'Min' } } } }).spec.behavior).toEqual({
        scaleUp: {
          stabilizationWindowSeconds: 0,
          selectPolicy: 'Max',
          policies: [
            { type: 'Pods', value: 4, periodSeconds: 15 },
            { type: 'Percent', value: 100, periodSeconds: 15 },
          ],
        },
        scaleDown: { selectPolicy: 'Min', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
      });
    });
  });
});

const spec = { scaleTargetRef: { kind: 'Deployment', name: 'd' }, minReplicas: 1, maxReplicas: 5 };

describe.each([
  ['v1', v1],
  ['v2', v2],
  ['v2beta1', v2beta1],
  ['v2beta2', v2beta2],
] satisfies [string, Resource][])('an autoscaler of %s', (_version, resource) => {
  it('shows what it scales', () => {
    expect(printRow(resource, { spec, status: { currentReplicas: 3 } })).toEqual({
      Name: 'a',
      Reference: 'Deployment/d',
      Targets: '<none>',
      MinPods: '1',
      MaxPods: 5,
      Replicas: 3,
      Age: '5m',
    });
    expect(printRow(resource, { spec: { maxReplicas: 5 } })).toMatchObject({ MinPods: '<unset>' });
  });

  it('has sensible limits and a target', () => {
    const body = (given: object) => ({ metadata: { name: 'a' }, spec: given });
    expect(create(resource, body(spec)).issues).toEqual([]);
    expect(causesOf(create(resource, body({ scaleTargetRef: { name: 'a/b' }, minReplicas: 0 })))).toEqual([
      'spec.minReplicas: Invalid value: 0: must be greater than or equal to 1',
      'spec.maxReplicas: Invalid value: 0: must be greater than 0',
      'spec.scaleTargetRef.kind: Required value',
      'spec.scaleTargetRef.name: Invalid value: "a/b": may not contain \'/\'',
      'spec.metrics: Forbidden: must specify at least one Object or External metric to support scaling to zero replicas',
    ]);
    expect(causesOf(create(resource, body({ ...spec, minReplicas: 6 })))).toEqual([
      'spec.maxReplicas: Invalid value: 5: must be greater than or equal to `minReplicas`',
    ]);
  });
});

describe('the targets of an autoscaler', () => {
  const targetsOf = (resource: Resource, object: object) => printRow(resource, { ...object })['Targets'];
  const resource = (target: object) => ({ type: 'Resource', resource: { name: 'cpu', target } });
  const read = (current: object) => ({ type: 'Resource', resource: { name: 'cpu', current } });

  it.each([
    [resource({ averageUtilization: 80 }), undefined, '<unknown>/80%'],
    [resource({ averageUtilization: 80 }), read({ averageUtilization: 35 }), '35%/80%'],
    [resource({ averageValue: '100m' }), read({ averageValue: '50m' }), '50m/100m'],
    [resource({}), undefined, '<unknown>/<auto>'],
    [{ type: 'Pods', pods: { target: { averageValue: '1k' } } }, { pods: { current: {} } }, '<nil>/1k'],
    [
      { type: 'ContainerResource', containerResource: { target: { averageUtilization: 1 } } },
      { containerResource: { current: { averageUtilization: 2 } } },
      '2%/1%',
    ],
    [{ type: 'Object', object: { target: { value: '2' } } }, { object: { current: { value: '1' } } }, '1/2'],
    [
      { type: 'External', external: { target: { averageValue: '2' } } },
      { external: { current: { averageValue: '1' } } },
      '1/2 (avg)',
    ],
    [{ type: 'External', external: { target: { averageValue: '2' } } }, undefined, '<unknown>/2 (avg)'],
    [{ type: 'Odd' }, undefined, '<unknown type>'],
  ])('with the metric %j and the reading %j are %s', (metric, reading, text) => {
    const status = { currentMetrics: reading ? [reading] : [] };
    for (const version of [v2, v2beta2]) expect(targetsOf(version, { spec: { metrics: [metric] }, status })).toBe(text);
  });

  it('are two at most', () => {
    const metrics = [1, 2, 3].map((averageUtilization) => resource({ averageUtilization }));
    expect(targetsOf(v2, { spec: { metrics } })).toBe('<unknown>/1%, <unknown>/2% + 1 more...');
  });

  it('are the same in the terms of v2beta1', () => {
    const metrics = [
      { type: 'Pods', pods: { metricName: 'm', targetAverageValue: '2' } },
      { type: 'Object', object: { metricName: 'm', targetValue: '4', averageValue: '3' } },
    ];
    const currentMetrics = [
      { type: 'Pods', pods: { metricName: 'm', currentAverageValue: '1' } },
      { type: 'Object', object: { metricName: 'm', currentValue: '9', averageValue: '5' } },
    ];
    expect(targetsOf(v2beta1, { spec: { metrics }, status: { currentMetrics } })).toBe('1/2, 5/3 (avg)');
  });

  it('are in v1 those of the annotation, then the CPU', () => {
    const metrics = [{ type: 'Pods', pods: { metricName: 'm', targetAverageValue: '2' } }];
    const annotations = { 'autoscaling.alpha.kubernetes.io/metrics': JSON.stringify(metrics) };
    const aimed = { spec: { targetCPUUtilizationPercentage: 80 }, status: { currentCPUUtilizationPercentage: 35 } };
    expect(targetsOf(v1, aimed)).toBe('35%/80%');
    expect(targetsOf(v1, { metadata: { annotations }, spec: aimed.spec })).toBe('<unknown>/2, <unknown>/80%');
  });
});
