import { describe, expect, it } from '@jest/globals';
import type { ObjectVersion } from '@keelson/cache';

import { headOfOrThrow, isTerminating } from './head.ts';

const versionOf = (text: string): ObjectVersion => ({
  key: '/registry/things/a',
  revision: 7,
  value: Buffer.from(text),
  attributes: undefined,
  derived: undefined,
});
const headOf = (metadata: unknown) => headOfOrThrow(versionOf(JSON.stringify({ metadata })));

const empty = {
  name: '',
  namespace: '',
  uid: '',
  generation: 0,
  deletionTimestamp: undefined,
  finalizers: [],
  ownerReferences: [],
  labels: {},
  annotations: {},
};

describe('the head of an object', () => {
  it('has the metadata that decisions depend on', () => {
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'o', controller: true, blockOwnerDeletion: true };
    const metadata = {
      name: 'a',
      namespace: 'n',
      uid: 'u',
      generation: 3,
      deletionTimestamp: '2020-01-01T00:00:00Z',
      finalizers: ['f'],
      ownerReferences: [owner],
      labels: { l: '1' },
      annotations: { x: '2' },
    };
    expect(headOf({ ...metadata, managedFields: [], resourceVersion: '9' })).toEqual(metadata);
    expect(headOf({ ownerReferences: [{ uid: 'o' }] }).ownerReferences).toEqual([
      { apiVersion: '', kind: '', name: '', uid: 'o', controller: false, blockOwnerDeletion: false },
    ]);
  });

  it('is of its metadata and of nothing else in it', () => {
    const fake = { deletionTimestamp: '2020-01-01T00:00:00Z', uid: 'other', name: 'other' };
    const annotations = { text: JSON.stringify(fake) };
    const text = JSON.stringify({
      ...fake,
      metadata: { name: 'a', uid: 'u', labels: fake, annotations },
      data: { ...fake, metadata: fake },
      items: [{ metadata: fake }],
    });
    expect(headOfOrThrow(versionOf(text))).toEqual({ ...empty, name: 'a', uid: 'u', labels: fake, annotations });
    expect(isTerminating(versionOf(text))).toBe(false);
  });

  it('is found where field names are written with escapes, and wherever metadata stands', () => {
    expect(headOfOrThrow(versionOf('{"data":{"metadata":{}}, "met\\u0061data":{"n\\u0061me":"a"}}')).name).toBe('a');
  });

  it('tells when the object began to end', () => {
    const version = versionOf('{"metadata":{"name":"a","deletionTimestamp":"2020-01-01T00:00:00Z"}}');
    expect(headOfOrThrow(version).deletionTimestamp).toBe('2020-01-01T00:00:00Z');
    expect(isTerminating(version)).toBe(true);
    expect(isTerminating(versionOf('{"metadata":{"deletionTimestamp":null}}'))).toBe(false);
  });

  it('takes what is not of its type for empty', () => {
    const odd = { name: 1, uid: null, generation: '3', deletionTimestamp: 7, finalizers: 'f', labels: ['l'] };
    expect(headOf({ ...odd, ownerReferences: [null, 7], annotations: { a: 1, b: '2' } })).toEqual({
      ...empty,
      annotations: { b: '2' },
    });
    expect(headOf({ finalizers: ['f', 7] }).finalizers).toEqual(['f']);
  });

  it('is decoded once for each version, and cannot be changed', () => {
    const version = versionOf('{"metadata":{"name":"a","labels":{"l":"1"},"ownerReferences":[{"uid":"o"}]}}');
    const head = headOfOrThrow(version);
    expect(headOfOrThrow(version)).toBe(head);
    for (const part of [head, head.labels, head.annotations, head.finalizers, head.ownerReferences]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
    expect(Object.isFrozen(head.ownerReferences[0])).toBe(true);
  });

  it.each(['', 'null', '[]', '7', '{}', '{"metadata":null}', '{"metadata":[]}', 'k8s\u0000'])(
    'of %j cannot be told, and the failure names the key',
    (text) => {
      expect(() => headOfOrThrow(versionOf(text))).toThrow('/registry/things/a holds no object with metadata');
    },
  );
});
