import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';
import type { ObjectVersion } from '@keelson/cache';
import { formOf } from '@keelson/registry';

import { partialOf } from './partial.ts';

const scheme = createApiScheme();

function objectVersion(annotations: object): ObjectVersion {
  const value = Buffer.from(JSON.stringify({ metadata: { name: 'a', annotations }, spec: {} }));
  return { key: '/k/1', revision: 1, value, attributes: undefined, derived: undefined };
}

describe('the metadata of an object alone', () => {
  it.each([
    ['apps', 'daemonsets', 'deprecated.daemonset.template.generation'],
    ['autoscaling', 'horizontalpodautoscalers', 'autoscaling.alpha.kubernetes.io/metrics'],
  ])('lacks annotations that stand for fields: %s', (group, plural, name) => {
    const resource = scheme.resource(group, 'v1', plural);
    if (resource === undefined) throw new Error(`there are no ${plural}`);
    const annotationsOf = (given: object) => partialOf({ form: formOf(resource), scheme }, objectVersion(given), 'v1');
    expect(annotationsOf({ [name]: '1', b: 'c' })).toMatchObject({ metadata: { annotations: { b: 'c' } } });
    expect(annotationsOf({ [name]: '1' })).toMatchObject({ metadata: { name: 'a' } });
    expect(JSON.stringify(annotationsOf({ [name]: '1' }))).not.toContain('annotations');
  });
});
