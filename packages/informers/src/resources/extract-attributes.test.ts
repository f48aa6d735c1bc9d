import { describe, expect, it } from '@jest/globals';
import { createApiScheme } from '@keelson/api';

import { createReadVersion } from '../objects/cached-object.ts';
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

  it('is the same once readers have decoded the object, which is then not parsed again', () => {
    const pod = { metadata: { name: 'b', labels }, spec: { nodeName: 'n' }, status: { phase: 'Running' } };
    const stored = scheme.resource('', 'v1', 'pods');
    if (stored === undefined) throw new Error('no pods');
    const extractPod = createExtractAttributes(scheme, { folder: '/r/pods/', stored });
    const value = Buffer.from(JSON.stringify({ kind: 'Pod', apiVersion: 'v1', ...pod }));
    const version = { key: '/r/pods/a/b', revision: 1, value, attributes: undefined, derived: undefined };
    const before = extractPod(value, version.key);
    const read = createReadVersion(stored.message, { namesOf: () => ({ namespace: 'a', name: 'b' }) });
    expect(read(version).decoded.ok).toBe(true);
    value.fill(0x20);
    expect(extractPod(value, version.key)).toEqual(before);
    expect(before.fields['spec.nodeName']).toBe('n');
  });
});
