import { describe, expect, it } from '@jest/globals';

import { convertExample } from '../../testing/convert-example.ts';

const prefix = 'autoscaling.alpha.kubernetes.io/';
const scaleTargetRef = { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' };

interface Parts {
  readonly annotations?: object;
  readonly spec?: object;
  readonly status?: object;
}

function autoscaler(version: string, { annotations, spec, status }: Parts) {
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: `autoscaling/${version}`,
    metadata: { name: 'web', creationTimestamp: null, ...(annotations && { annotations }) },
    spec: { scaleTargetRef, minReplicas: 1, maxReplicas: 9, ...spec },
    status: { currentReplicas: 2, desiredReplicas: 3, ...status },
  };
}

const cpu = (averageUtilization: number) => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});
const memory = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
};
const requests = {
  type: 'Object',
  object: {
    describedObject: { kind: 'Ingress', name: 'web' },
    target: { type: 'Value', value: '2k' },
    metric: { name: 'requests', selector: { matchLabels: { path: 'all' } } },
  },
};
const queue = {
  type: 'External',
  external: { metric: { name: 'queue' }, target: { type: 'AverageValue', averageValue: '30' } },
};
const perPod = {
  type: 'Pods',
  pods: { metric: { name: 'hits' }, target: { type: 'AverageValue', averageValue: '5' } },
};
const noStatus = { currentMetrics: null };

const storedMemory = '{"type":"Resource","resource":{"name":"memory","targetAverageValue":"1Gi"}}';
const storedRequests =
  '{"type":"Object","object":{"target":{"kind":"Ingress","name":"web"},"metricName":"requests","targetValue":"2k","selector":{"matchLabels":{"path":"all"}}}}';
const storedCpu = '{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":80}}';

describe('metrics of a HorizontalPodAutoscaler', () => {
  const both: readonly (readonly [string, object[], Parts])[] = [
    ['CPU alone in a field', [cpu(80)], { spec: { targetCPUUtilizationPercentage: 80 } }],
    [
      'CPU at the end in a field, the others in an annotation',
      [memory, requests, cpu(80)],
      {
        annotations: { [`${prefix}metrics`]: `[${storedMemory},${storedRequests}]` },
        spec: { targetCPUUtilizationPercentage: 80 },
      },
    ],
    [
      'CPU at another place in both, so that the order stays',
      [cpu(80), memory],
      {
        annotations: { [`${prefix}metrics`]: `[${storedCpu},${storedMemory}]` },
        spec: { targetCPUUtilizationPercentage: 80 },
      },
    ],
    ['none', [], {}],
  ];

  it.each(both)('are kept by v1: %s', (_title, metrics, parts) => {
    const later = autoscaler('v2', { spec: metrics.length > 0 ? { metrics } : {}, status: noStatus });
    const stored = autoscaler('v1', parts);
    expect(convertExample(later, 'autoscaling/v1')).toEqual(stored);
    expect(convertExample(stored, 'autoscaling/v2')).toEqual(later);
  });

  const lists = [
    [cpu(80), cpu(80)],
    [cpu(80), memory, cpu(80)],
    [cpu(50), cpu(80), memory],
    [cpu(80), cpu(50)],
    [memory, queue, perPod, requests],
    [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80, averageValue: '1' } },
      },
    ],
    [{ type: 'Object', object: { ...requests.object, target: { type: 'AverageValue', averageValue: '1' } } }],
    [{ type: 'Pods', pods: { metric: { name: 'hits' }, target: { type: 'Value', value: '5' } } }],
  ];

  it.each(lists.map((metrics) => [metrics.map(({ type }) => type).join(), metrics] as const))(
    'come back the same, in the same order: %s',
    (_title, metrics) => {
      for (const version of ['v2', 'v2beta2'] as const) {
        const status = version === 'v2' ? noStatus : { ...noStatus, conditions: null };
        const later = autoscaler(version, { spec: { metrics }, status });
        for (const through of ['autoscaling/v1', 'autoscaling/v2beta1']) {
          const there = convertExample(later, through);
          expect(convertExample(there, `autoscaling/${version}`)).toEqual(later);
        }
      }
    },
  );

  it('have in v2beta1 the fields that v1 keeps in its annotation', () => {
    const later = autoscaler('v2', { spec: { metrics: [memory, cpu(80)] }, status: noStatus });
    expect(convertExample(later, 'autoscaling/v2beta1')).toEqual(
      autoscaler('v2beta1', {
        spec: { metrics: [JSON.parse(storedMemory), JSON.parse(storedCpu)] },
        status: { currentMetrics: null, conditions: null },
      }),
    );
  });

  it('follow what a client of v1 changed since', () => {
    const odd = { type: 'Pods', pods: { metric: { name: 'hits' }, target: { type: 'Value', value: '5' } } };
    const stored = convertExample(autoscaler('v2', { spec: { metrics: [odd] } }), 'autoscaling/v1');
    const { annotations } = stored['metadata'] as { annotations: Record<string, string> };
    const changed = annotations[`${prefix}metrics`]?.replace('"targetAverageValue":"0"', '"targetAverageValue":"7"');
    const edited = autoscaler('v1', { annotations: { [`${prefix}metrics`]: changed } });
    expect(convertExample(edited, 'autoscaling/v2')).toMatchObject({
      spec: { metrics: [{ pods: { target: { type: 'AverageValue', averageValue: '7' } } }] },
    });
  });

  it('come from nowhere else: an annotation that is no list of metrics is dropped', () => {
    const stored = autoscaler('v1', { annotations: { [`${prefix}metrics`]: 'none of it', other: 'stays' } });
    const later = convertExample(stored, 'autoscaling/v2');
    expect(later).toMatchObject({ metadata: { annotations: { other: 'stays' } } });
    expect(convertExample(later, 'autoscaling/v1')).toEqual(autoscaler('v1', { annotations: { other: 'stays' } }));
  });
});

describe('the rest of a HorizontalPodAutoscaler', () => {
  const conditions = [
    {
      type: 'AbleToScale',
      status: 'True',
      lastTransitionTime: '2022-05-01T10:00:00Z',
      reason: 'Ready',
      message: 'fine',
    },
  ];
  const behavior = {
    scaleUp: {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }],
    },
  };
  const currentMetrics = [
    { type: 'Resource', resource: { name: 'cpu', current: { averageValue: '200m', averageUtilization: 40 } } },
  ];

  it('is kept by v1 in annotations', () => {
    const later = autoscaler('v2', { spec: { behavior }, status: { currentMetrics, conditions } });
    const stored = autoscaler('v1', {
      annotations: {
        [`${prefix}behavior`]:
          '{"ScaleUp":{"StabilizationWindowSeconds":0,"SelectPolicy":"Max","Policies":[{"Type":"Pods","Value":4,"PeriodSeconds":15}]},"ScaleDown":null}',
        [`${prefix}conditions`]: JSON.stringify(conditions),
        [`${prefix}current-metrics`]:
          '[{"type":"Resource","resource":{"name":"cpu","currentAverageUtilization":40,"currentAverageValue":"200m"}}]',
      },
      status: { currentCPUUtilizationPercentage: 40 },
    });
    expect(convertExample(later, 'autoscaling/v1')).toEqual(stored);
    expect(convertExample(stored, 'autoscaling/v2')).toEqual(later);
  });

  it('shows a percentage alone as a reading without an amount', () => {
    const stored = autoscaler('v1', { status: { currentCPUUtilizationPercentage: 40 } });
    const later = convertExample(stored, 'autoscaling/v2');
    expect(later).toMatchObject({
      status: {
        currentMetrics: [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 40 } } }],
      },
    });
    expect(convertExample(later, 'autoscaling/v1')).toEqual(stored);
  });

  it('keeps behavior through v2beta1, which has no field for it', () => {
    const later = autoscaler('v2', { spec: { behavior }, status: noStatus });
    const between = convertExample(later, 'autoscaling/v2beta1');
    expect(convertExample(between, 'autoscaling/v2')).toEqual(later);
  });
});
