import { describe, expect, it } from '@jest/globals';

import { scheme } from '../testing/webhooks.ts';
import { denialOf } from './denial.ts';
import { findHttpFailure } from './http-failure.ts';
import { readAnswer, type ExpectedAnswer } from './read-answer.ts';

const v1 = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' };
const beta = { ...v1, apiVersion: 'admission.k8s.io/v1beta1' };
const allowed = { uid: 'u', allowed: true };

function read(answer: unknown, more: Partial<ExpectedAnswer> = {}): unknown {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  const result = readAnswer(Buffer.from(text), { scheme, version: 'v1', uid: 'u', phase: 'mutating', ...more });
  return result.ok ? { isAllowed: result.response.isAllowed, patch: result.response.patch.toString() } : result.message;
}

describe('the answer of a webhook', () => {
  it('is read as JSON and as YAML, unknown fields and all', () => {
    const ok = { isAllowed: true, patch: '' };
    expect(read({ ...v1, response: { ...allowed, more: 1 } })).toEqual(ok);
    expect(read('kind: AdmissionReview\napiVersion: admission.k8s.io/v1\nresponse: {uid: u, allowed: true}\n')).toEqual(
      ok,
    );
    expect(read({ ...v1, response: { uid: 'u' } })).toEqual({ isAllowed: false, patch: '' });
    const patch = { patchType: 'JSONPatch', patch: Buffer.from('[]').toString('base64') };
    expect(read({ ...v1, response: { ...allowed, ...patch } })).toEqual({ isAllowed: true, patch: '[]' });
  });

  it('means the same with fields that say nothing, which are read by the declaration', () => {
    for (const plain of [
      { uid: 'u', allowed: true },
      { uid: 'u', allowed: false },
      { uid: 'x', allowed: true },
    ]) {
      for (const phase of ['mutating', 'validating'] as const) {
        const read = (answer: object) =>
          readAnswer(Buffer.from(JSON.stringify(answer)), { scheme, version: 'v1', uid: 'u', phase });
        expect(read({ ...v1, response: plain })).toEqual(read({ ...v1, response: { ...plain, more: 1 } }));
      }
    }
  });

  it.each<[string, unknown, string]>([
    [
      'that is text',
      'hello',
      "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal string",
    ],
    [
      'that is a list',
      [],
      "failed to call webhook: couldn't get version/kind; json parse error: json: cannot unmarshal array",
    ],
    [
      'of another version',
      { ...beta, response: allowed },
      'failed to call webhook: converting (v1beta1.AdmissionReview) to (v1.AdmissionReview): unknown conversion',
    ],
    [
      'of another kind',
      { ...v1, kind: 'Other' },
      'failed to call webhook: no kind "Other" is registered for version "admission.k8s.io/v1" in scheme',
    ],
    [
      'of a wrong type',
      { ...v1, response: { uid: 'u', allowed: 'yes' } },
      'failed to call webhook: json: cannot unmarshal string into',
    ],
    [
      'without a kind',
      { response: allowed },
      'received invalid webhook response: expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got /, Kind=',
    ],
    ['without a response', v1, 'received invalid webhook response: webhook response was absent'],
    ['that is null', null, 'received invalid webhook response: webhook response was absent'],
    ['that is empty', {}, 'received invalid webhook response: webhook response was absent'],
    [
      'to another review',
      { ...v1, response: { ...allowed, uid: 'x' } },
      'received invalid webhook response: expected response.uid="u", got "x"',
    ],
    [
      'with a patch without its type',
      { ...v1, response: { ...allowed, patch: 'W10=' } },
      'received invalid webhook response: webhook returned response.patch but not response.patchType',
    ],
    [
      'with a type without a patch',
      { ...v1, response: { ...allowed, patchType: 'JSONPatch' } },
      'received invalid webhook response: webhook returned response.patchType but not response.patch',
    ],
    [
      'with an empty type',
      { ...v1, response: { ...allowed, patch: 'W10=', patchType: '' } },
      'received invalid webhook response: webhook returned invalid response.patchType of ""',
    ],
  ])('is refused: one %s', (_what, answer, message) => {
    expect(read(answer)).toEqual(expect.stringContaining(message));
  });

  it('changes nothing where it validates', () => {
    const response = { ...allowed, patch: 'W10=', patchType: 'JSONPatch' };
    expect(read({ ...v1, response }, { phase: 'validating' })).toBe(
      'received invalid webhook response: validating webhook may not return response.patch',
    );
    expect(read({ ...v1, response: { ...allowed, patchType: 'JSONPatch' } }, { phase: 'validating' })).toBe(
      'received invalid webhook response: validating webhook may not return response.patchType',
    );
  });

  it('need not be of its version, nor of its review, in v1beta1', () => {
    const ok = { isAllowed: true, patch: '[]' };
    const response = { uid: 'x', allowed: true, patch: 'W10=' };
    expect(read({ ...beta, response }, { version: 'v1beta1' })).toEqual(ok);
    expect(read({ response }, { version: 'v1beta1' })).toEqual(ok);
    expect(read({ ...v1, response }, { version: 'v1beta1' })).toBe(
      'failed to call webhook: converting (v1.AdmissionReview) to (v1beta1.AdmissionReview): unknown conversion',
    );
  });
});

describe('an HTTP answer that is no review', () => {
  const fail = (status: number, text = 'some text', contentType = 'text/plain') =>
    findHttpFailure({ ok: true, status, contentType, body: Buffer.from(text) })?.message;

  it.each<[number, string]>([
    [400, 'the server rejected our request for an unknown reason'],
    [403, 'some text'],
    [404, 'the server could not find the requested resource'],
    [302, 'the server responded with the status code 302 but did not return more details'],
    [500, 'an error on the server ("some text") has prevented the request from succeeding'],
    [503, 'the server is currently unable to handle the request'],
  ])('of status %i is worded as clients know it', (status, message) => {
    expect(fail(status)).toBe(message);
  });

  it('may be empty, or hold a Status that says why', () => {
    expect(fail(204, '')).toBe('0-length response with status code: 204 and content type: text/plain');
    expect(fail(200, '{}')).toBeUndefined();
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'no disk', code: 500 };
    expect(fail(500, JSON.stringify(status), 'application/json')).toBe('no disk');
    expect(fail(500, 'x', 'application/octet-stream')).toContain('("unknown")');
  });
});

describe('a denial', () => {
  it.each<[object | undefined, number, string]>([
    [undefined, 400, 'without explanation'],
    [{ message: 'no' }, 400, ': no'],
    [{ reason: 'because' }, 400, ': because'],
    [{ code: 409, message: 'no' }, 409, ': no'],
    [{ code: 200, status: 'Success', message: 'no' }, 400, ': no'],
    [{ code: 999_999, message: 'no' }, 999, ': no'],
  ])('of %j has the code %i', (status, code, end) => {
    const separator = end.startsWith(':') ? '' : ' ';
    const message = `admission webhook "w.example.com" denied the request${separator}${end}`;
    expect(denialOf('w.example.com', status)).toMatchObject({ status: 'Failure', code, message });
  });
});
