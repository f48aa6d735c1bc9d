import { describe, expect, it } from '@jest/globals';

import { convertExample } from '../testing/convert-example.ts';
import type { Example } from '../testing/convert-example.ts';

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'busybox' }] } };
const workload = (kind: string, apiVersion: string, spec: object, annotations?: object): Example => ({
  kind,
  apiVersion,
  metadata: { name: 'web', ...(annotations && { annotations }) },
  spec: { template, ...spec },
});

const specOf = (object: Record<string, unknown>) => object['spec'] as Record<string, unknown>;
const annotationsOf = (object: Record<string, unknown>) => (object['metadata'] as { annotations?: object }).annotations;

describe('a Deployment before apps/v1', () => {
  it('keeps what extensions/v1beta1 left to its defaults', () => {
    const converted = convertExample(workload('Deployment', 'extensions/v1beta1', {}), 'apps/v1');
    expect(specOf(converted)).toMatchObject({
      selector: { matchLabels: labels },
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      revisionHistoryLimit: 2147483647,
      progressDeadlineSeconds: 2147483647,
    });
  });

  it('keeps what apps/v1beta1 left to its defaults, which are mostly those of apps/v1', () => {
    const spec = specOf(convertExample(workload('Deployment', 'apps/v1beta1', {}), 'apps/v1'));
    expect(spec).toMatchObject({ selector: { matchLabels: labels }, strategy: {}, revisionHistoryLimit: 2 });
    expect(spec).not.toHaveProperty('progressDeadlineSeconds');
    expect(spec['strategy']).toEqual({});
  });

  it('does not touch what was said', () => {
    const said = {
      selector: { matchLabels: { other: 'label' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3 } },
      revisionHistoryLimit: 0,
      progressDeadlineSeconds: 5,
    };
    expect(specOf(convertExample(workload('Deployment', 'extensions/v1beta1', said), 'apps/v1'))).toMatchObject({
      ...said,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 1 } },
    });
    const recreate = { strategy: { type: 'Recreate' } };
    const converted = specOf(convertExample(workload('Deployment', 'extensions/v1beta1', recreate), 'apps/v1'));
    expect(converted['strategy']).toEqual({ type: 'Recreate' });
  });

  it.each([
    ['7', { revision: 7 }],
    ['0', {}],
  ])('keeps the revision %s to roll back to as an annotation', (text, rollbackTo) => {
    const annotations = { 'deprecated.deployment.rollback.to': text };
    const there = convertExample(workload('Deployment', 'apps/v1beta1', { rollbackTo }), 'apps/v1');
    expect(annotationsOf(there)).toEqual(annotations);
    const back = convertExample(workload('Deployment', 'apps/v1', { selector: {} }, annotations), 'apps/v1beta1');
    expect(specOf(back)['rollbackTo']).toEqual(rollbackTo);
    expect(annotationsOf(back)).toBeUndefined();
  });

  it('leaves an annotation alone that is no number', () => {
    const annotations = { 'deprecated.deployment.rollback.to': 'yesterday' };
    const back = convertExample(workload('Deployment', 'apps/v1', { selector: {} }, annotations), 'apps/v1beta1');
    expect(annotationsOf(back)).toEqual(annotations);
  });

  it('means the same in apps/v1beta2 and apps/v1', () => {
    const spec = { selector: { matchLabels: labels } };
    const converted = convertExample(workload('Deployment', 'apps/v1beta2', spec), 'apps/v1');
    expect(Object.keys(specOf(converted)).sort()).toEqual(['selector', 'strategy', 'template']);
  });
});

describe('sets before apps/v1', () => {
  it.each([
    ['DaemonSet', 'extensions/v1beta1'],
    ['StatefulSet', 'apps/v1beta1'],
  ])('%s of %s goes on replacing pods only when they are deleted', (kind, apiVersion) => {
    const example = workload(kind, apiVersion, kind === 'StatefulSet' ? { serviceName: 'web' } : {});
    const converted = convertExample(example, 'apps/v1');
    expect(specOf(converted)).toMatchObject({
      selector: { matchLabels: labels },
      updateStrategy: { type: 'OnDelete' },
    });
    const back = convertExample({ ...example, apiVersion: 'apps/v1' }, apiVersion);
    expect(specOf(back)).toMatchObject({ updateStrategy: { type: 'RollingUpdate' } });
  });

  it('keep the generation of the template as an annotation', () => {
    const annotations = { 'deprecated.daemonset.template.generation': '4' };
    const there = convertExample(workload('DaemonSet', 'extensions/v1beta1', { templateGeneration: 4 }), 'apps/v1');
    expect(annotationsOf(there)).toEqual(annotations);
    const back = convertExample(workload('DaemonSet', 'apps/v1', {}, annotations), 'extensions/v1beta1');
    expect(specOf(back)['templateGeneration']).toBe(4);
    expect(annotationsOf(back)).toBeUndefined();
  });

  it('find the selector in the labels of the template', () => {
    const converted = convertExample(workload('ReplicaSet', 'extensions/v1beta1', {}), 'apps/v1');
    expect(specOf(converted)['selector']).toEqual({ matchLabels: labels });
  });
});
