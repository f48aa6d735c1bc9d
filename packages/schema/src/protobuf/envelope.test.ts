import { describe, expect, it } from '@jest/globals';

import { openEnvelope, sealEnvelope } from './envelope.ts';

const sealed = '6b3873000a090a0276311203506f6412020a001a002200';

function open(hex: string): ReturnType<typeof openEnvelope> {
  return openEnvelope(Buffer.from(hex, 'hex'));
}

describe('the envelope', () => {
  it('names the kind and has encoding and content type even when they are empty', () => {
    const bytes = sealEnvelope({ apiVersion: 'v1', kind: 'Pod' }, Buffer.from('0a00', 'hex'));
    expect(Buffer.from(bytes).toString('hex')).toBe(sealed);
  });

  it('opens to what was sealed', () => {
    expect(open(sealed)).toEqual({
      ok: true,
      envelope: {
        typeMeta: { apiVersion: 'v1', kind: 'Pod' },
        raw: Buffer.from('0a00', 'hex'),
        contentEncoding: '',
        contentType: '',
      },
    });
  });

  it('may lack parts and have unknown ones', () => {
    expect(open('6b387300')).toMatchObject({ ok: true, envelope: { typeMeta: { apiVersion: '', kind: '' } } });
    expect(open('6b3873002801220161')).toMatchObject({ ok: true, envelope: { contentType: 'a' } });
  });

  it.each([
    ['without its magic', '0a090a0276311203506f64'],
    ['that is empty', ''],
    ['that is cut off', sealed.slice(0, -14)],
    ['with a wrong wire type', '6b3873000801'],
    ['with a wrong wire type in its type', '6b3873000a020801'],
    ['with a group', '6b3873002b2c'],
    ['whose kind is not UTF-8', '6b3873000a031201ff'],
  ])('is refused %s', (_, hex) => {
    expect(open(hex)).toEqual({ ok: false, message: expect.stringContaining('protobuf envelope') });
  });
});
