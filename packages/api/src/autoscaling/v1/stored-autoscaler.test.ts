import { describe, expect, it } from '@jest/globals';
import { decodeJson, parseJson, type JsonValue } from '@keelson/schema';

import { convertExample } from '../../testing/convert-example.ts';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscaler.resource.ts';
import { HorizontalPodAutoscaler } from './horizontal-pod-autoscaler.ts';
import { toStoredAutoscaler } from './stored-autoscaler.ts';

type JsonObject = { [key: string]: JsonValue };

const prefix = 'autoscaling.alpha.kubernetes.io/';
const cpu = (target: object) => ({ type: 'Resource', resource: { name: 'cpu', target } });
const share = (averageUtilization: number) => cpu({ type: 'Utilization', averageUtilization });
const amount = cpu({ type: 'AverageValue', averageValue: '1' });
const object = (target: object) => ({
  type: 'Object',
  object: { describedObject: { kind: 'K', name: 'n' }, target, metric: { name: 'm' } },
});
const pods = (target: object) => ({ type: 'Pods', pods: { metric: { name: 'm' }, target } });

function toJson(value: object): JsonObject {
  const parsed = parseJson(JSON.stringify(value));
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value as JsonObject;
}

function decode(value: object): HorizontalPodAutoscaler {
  const decoded = decodeJson(HorizontalPodAutoscaler, toJson(value));
  if (!decoded.ok) throw new Error(decoded.message);
  return decoded.object;
}

function autoscaler(version: string, { spec = {}, status = {} }: { spec?: object; status?: object }) {
  return {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: `autoscaling/${version}`,
    metadata: { name: 'web', creationTimestamp: null },
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, minReplicas: 1, maxReplicas: 9, ...spec },
    status: { desiredReplicas: 3, ...status },
  };
}

/** As it is read after it was written. */
function readBack(parts: { spec?: object; status?: object }) {
  const stored = toStoredAutoscaler(decode(convertExample(autoscaler('v2', parts), 'autoscaling/v1')));
  return convertExample(
    { kind: 'HorizontalPodAutoscaler', apiVersion: 'autoscaling/v1', ...toJson(stored) },
    'autoscaling/v2',
  );
}

describe('the stored form of an autoscaler', () => {
  it.each([
    ['has the CPU utilization last', [share(80), amount, pods({ type: 'AverageValue', averageValue: '5' })], undefined],
    ['has one CPU utilization, the first', [share(80), share(50)], [share(80)]],
    ['has none behind another metric of the CPU', [amount, share(50)], [amount]],
    [
      'has the kind of target that its source goes with',
      [object({ type: 'AverageValue', averageValue: '1' }), pods({ type: 'Value', averageValue: '5' })],
      [
        object({ type: 'AverageValue', value: '0', averageValue: '1' }),
        pods({ type: 'AverageValue', averageValue: '5' }),
      ],
    ],
  ])('%s', (_title, metrics, expected) => {
    const [first, ...others] = metrics;
    expect(readBack({ spec: { metrics } })).toMatchObject({ spec: { metrics: expected ?? [...others, first] } });
  });

  it('gives a reading without an amount the amount 0', () => {
    const currentMetrics = [{ type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 4 } } }];
    expect(readBack({ status: { currentMetrics } })).toMatchObject({
      status: { currentMetrics: [{ resource: { current: { averageUtilization: 4, averageValue: '0' } } }] },
    });
  });

  it('is its own stored form', () => {
    const written = autoscaler('v2', {
      spec: { metrics: [share(80), pods({ type: 'AverageValue', averageValue: '5' })] },
    });
    const stored = toStoredAutoscaler(decode(convertExample(written, 'autoscaling/v1')));
    expect(toStoredAutoscaler(structuredClone(stored))).toEqual(stored);
  });

  it('keeps details that are written in v1, and no others', () => {
    const metrics = '[{"type":"Resource","resource":{"name":"cpu","targetAverageUtilization":44}}]';
    const { metadata, ...rest } = autoscaler('v1', {});
    const annotations = { a: 'b', [`${prefix}metrics`]: metrics, [`${prefix}behavior`]: '{}' };
    expect(toStoredAutoscaler(decode({ ...rest, metadata: { ...metadata, annotations } }))).toMatchObject({
      metadata: { annotations: { a: 'b' } },
      spec: { targetCPUUtilizationPercentage: 44 },
    });
  });
});

describe('details that v1 keeps in annotations', () => {
  const conditions = { [`${prefix}conditions`]: '[{"type":"A","status":"True"}]' };
  const metrics = { [`${prefix}metrics`]: '[{"type":"Pods"}]' };
  const annotated = (annotations: object) => ({ metadata: { annotations }, spec: {}, status: {} });
  const { prepareForCreate, prepareForStatusUpdate, prepareForUpdate } = horizontalPodAutoscalers.hooks;

  it('belong to the spec or to the status, and are written with it alone', () => {
    const [made, updated, read] = [conditions, {}, { a: 'b' }].map(annotated);
    prepareForCreate?.(made as never);
    prepareForUpdate?.(updated as never, annotated(conditions) as never);
    prepareForStatusUpdate?.(read as never, annotated(metrics) as never);
    expect([made, updated, read].map((each) => each?.metadata.annotations)).toEqual([
      {},
      conditions,
      { a: 'b', ...metrics },
    ]);
  });
});
