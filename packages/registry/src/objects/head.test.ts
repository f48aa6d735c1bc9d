import { describe, expect, it } from '@jest/globals';

import { headOfOrThrow, isTerminating } from './head.ts';
import { plainVersion } from './stored-object.ts';

const versionOf = (text: string) => plainVersion('/registry/things/a', 7, Buffer.from(text));

describe('the head of an object', () => {
  it('is of its metadata and of nothing else in it', () => {
    const fake = { deletionTimestamp: '2020-01-01T00:00:00Z', uid: 'other', name: 'other' };
    const text = JSON.stringify({
      ...fake,
      metadata: { name: 'a', uid: 'u', labels: fake, annotations: { text: JSON.stringify(fake) } },
      data: { ...fake, metadata: fake },
      items: [{ metadata: fake }],
    });
    expect(headOfOrThrow(versionOf(text))).toEqual({ name: 'a', uid: 'u', deletionTimestamp: undefined });
    expect(isTerminating(versionOf(text))).toBe(false);
  });

  it('tells when the object began to end', () => {
    const version = versionOf('{"metadata":{"name":"a","deletionTimestamp":"2020-01-01T00:00:00Z"}}');
    expect(headOfOrThrow(version).deletionTimestamp).toBe('2020-01-01T00:00:00Z');
    expect(isTerminating(version)).toBe(true);
    expect(isTerminating(versionOf('{"metadata":{"deletionTimestamp":null}}'))).toBe(false);
  });

  it('is decoded once for each version', () => {
    const version = versionOf('{"metadata":{"name":"a"}}');
    expect(headOfOrThrow(version)).toBe(headOfOrThrow(version));
  });

  it.each(['', 'null', '[]', '7', '{}', '{"metadata":null}', '{"metadata":[]}', 'k8s\u0000'])(
    'of %j cannot be told, and the failure names the key',
    (text) => {
      expect(() => headOfOrThrow(versionOf(text))).toThrow('/registry/things/a holds no object with metadata');
    },
  );
});
