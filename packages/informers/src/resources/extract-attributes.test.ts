import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';

import { createExtractAttributes } from './extract-attributes.ts';

const scheme = createApiScheme();

function extract(plural: string, text: string, group = '') {
  const stored = scheme.resource(group, 'v1', plural);
  if (stored === undefined) throw new Error(`no ${plural}`);
  return createExtractAttributes(scheme, { folder: `/r/${plural}/`, stored })(Buffer.from(text), `/r/${plural}/a/b`);
}

const labels = { app: 'x', odd: '"}],\\ü' };

describe('what selectors see of a stored object', () => {
  it('is its labels and names, wherever its metadata stands', () => {
    const metadata = { name: 'b', labels, annotations: { labels: '{"labels":{"app":"y"}}' } };
    const data = { metadata: '{"labels":{"app":"z"}}', labels: 'w' };
    const fields = { 'metadata.name': 'b', 'metadata.namespace': 'a' };
    for (const object of [
      { kind: 'ConfigMap', apiVersion: 'v1', metadata, data },
      { data, metadata },
    ]) {
      expect(extract('configmaps', JSON.stringify(object))).toEqual({ labels, fields });
      expect(extract('configmaps', JSON.stringify(object, null, 2))).toEqual({ labels, fields });
    }
  });

  it('is found also where its field names are written with escapes', () => {
    expect(extract('configmaps', '{"met\\u0061data":{"l\\u0061bels":{"a":"b"}}}').labels).toEqual({ a: 'b' });
  });

  it('is nothing where there is nothing', () => {
    for (const text of ['{}', '{"metadata":{}}', '{"metadata":{"labels":null}}']) {
      expect(extract('configmaps', text).labels).toEqual({});
    }
  });

  it('is what the kind can be selected by, too', () => {
    const pod = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { labels },
      spec: { nodeName: 'n' },
      status: { phase: 'Running' },
    };
    expect(extract('pods', JSON.stringify(pod))).toMatchObject({
      labels,
      fields: { 'spec.nodeName': 'n', 'status.phase': 'Running' },
    });
  });
});
