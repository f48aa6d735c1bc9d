import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { decodeContinueToken, encodeContinueToken } from './continue-token.ts';

const name = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,40}[a-z0-9]$/).filter((text) => !text.includes('..'));

describe('a continue token', () => {
  it('comes back as what it was made of', () => {
    fc.assert(
      fc.property(name, name, fc.integer({ min: 1 }), (namespace, object, revision) => {
        for (const after of [object, `${namespace}/${object}`]) {
          const token = encodeContinueToken({ revision, after }, 'k8s.io');
          expect(decodeContinueToken(token, 'k8s.io')).toEqual({ ok: true, value: { revision, after } });
        }
      }),
    );
  });

  it('is text that needs no escapes in a URL', () => {
    expect(encodeContinueToken({ revision: 7, after: 'a' }, 'k8s.io')).toMatch(/^[\w-]+$/);
  });

  it('is one of the domain that made it', () => {
    const token = encodeContinueToken({ revision: 7, after: 'a' }, 'example.com');
    expect(decodeContinueToken(token, 'k8s.io').ok).toBe(false);
  });

  it.each([
    [{}, 'server does not recognize this encoded version ""'],
    [null, 'server does not recognize this encoded version ""'],
    [7, 'json: cannot unmarshal number into Go value of type etcd3.continueToken'],
    [['a'], 'json: cannot unmarshal array into Go value of type etcd3.continueToken'],
    [{ v: 7 }, 'json: cannot unmarshal number into Go struct field continueToken.v of type string'],
    [{ rv: '7' }, 'json: cannot unmarshal string into Go struct field continueToken.rv of type int64'],
    [{ rv: 1.5 }, 'json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64'],
    [{ v: 'meta.k8s.io/v1', rv: 0 }, 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [{ v: 'meta.k8s.io/v1', rv: 7 }, 'encoded start key empty (version meta.k8s.io/v1)'],
    [{ v: 'meta.k8s.io/v1', rv: 7, start: 'a/../b' }, 'a/../b'],
    [{ v: 'x' }, 'server does not recognize this encoded version "x"'],
  ])('is not %j', (token, why) => {
    const decoded = decodeContinueToken(Buffer.from(JSON.stringify(token)).toString('base64url'), 'k8s.io');
    expect(decoded).toMatchObject({ status: { message: `invalid continue token: continue key is not valid: ${why}` } });
  });

  it.each([
    ['x', 'illegal base64 data at input byte 0'],
    ['abcde', 'illegal base64 data at input byte 4'],
    ['abc=', 'illegal base64 data at input byte 3'],
    ['a b', 'illegal base64 data at input byte 1'],
    ['abc', "invalid character 'i' looking for beginning of value"],
    ['_w', "invalid character 'ÿ' looking for beginning of value"],
    [Buffer.from('{').toString('base64url'), 'unexpected end of JSON input'],
  ])('is not %j', (text, why) => {
    const decoded = decodeContinueToken(text, 'k8s.io');
    expect(decoded).toMatchObject({ status: { message: `invalid continue token: continue key is not valid: ${why}` } });
  });

  it('is refused, and nothing else happens, when it is any other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json()), (text) => {
        const decoded = decodeContinueToken(Buffer.from(text).toString('base64url'), 'k8s.io');
        expect(decoded.ok || decoded.status.code).toBe(400);
      }),
    );
  });
});
