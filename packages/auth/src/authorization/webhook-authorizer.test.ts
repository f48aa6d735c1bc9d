import { describe, expect, it } from '@jest/globals';
import type { RequestAttributes } from '@keelson/meta';

import type { ReviewReply } from '../webhook/review-client.ts';
import { createWebhookAuthorizer } from './webhook-authorizer.ts';

const alice = { name: 'alice', groups: ['devs'], uid: '1', extra: { scopes: ['a'] } };
const getPods: RequestAttributes = {
  kind: 'resource',
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: 'a',
  name: '',
};

function open(reply: ReviewReply, version: 'v1' | 'v1beta1' = 'v1') {
  const asked: unknown[] = [];
  let clockMs = 0;
  const authorizer = createWebhookAuthorizer({
    post: (review) => {
      asked.push(review);
      return Promise.resolve(reply);
    },
    group: 'authorization.k8s.io',
    version,
    allowedMs: 1_000,
    refusedMs: 100,
    now: () => clockMs,
  });
  return { authorizer, asked, pass: (ms: number) => void (clockMs += ms) };
}

const answer = (status: unknown): ReviewReply => ({ ok: true, body: { status } });

describe('a webhook that authorizes', () => {
  it('is asked in a review, with what is empty left out', async () => {
    const { authorizer, asked } = open(answer({ allowed: true, reason: 'because' }));
    expect(await authorizer.authorize(alice, getPods)).toEqual({ verdict: 'allow', reason: 'because' });
    expect(asked).toEqual([
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        metadata: { creationTimestamp: null },
        spec: {
          resourceAttributes: { namespace: 'a', verb: 'get', version: 'v1', resource: 'pods' },
          user: 'alice',
          groups: ['devs'],
          extra: { scopes: ['a'] },
          uid: '1',
        },
      },
    ]);
  });

  it('is told groups in the words of its version', async () => {
    const { authorizer, asked } = open(answer({ allowed: false }), 'v1beta1');
    await authorizer.authorize(alice, { kind: 'path', verb: 'get', path: '/x' });
    expect(asked[0]).toMatchObject({
      apiVersion: 'authorization.k8s.io/v1beta1',
      spec: { group: ['devs'], nonResourceAttributes: { path: '/x', verb: 'get' } },
    });
  });

  it.each([
    [{ allowed: true }, 'allow'],
    [{ allowed: false }, 'noOpinion'],
    [{ allowed: false, denied: true }, 'deny'],
    [{}, 'noOpinion'],
    [null, 'noOpinion'],
  ])('that answers %j means %s', async (status, verdict) => {
    expect(await open(answer(status)).authorizer.authorize(alice, getPods)).toEqual({ verdict });
  });

  it('that allows and denies at once denies, and is an error', async () => {
    const decision = await open(answer({ allowed: true, denied: true })).authorizer.authorize(alice, getPods);
    expect(decision).toMatchObject({ verdict: 'deny', error: expect.stringContaining('both') });
  });

  it('that fails allows nothing, and is asked again', async () => {
    const { authorizer, asked } = open({ ok: false, message: 'refused' });
    for (let round = 0; round < 2; round += 1) {
      expect(await authorizer.authorize(alice, getPods)).toEqual({
        verdict: 'noOpinion',
        error: 'the authorization webhook failed: refused',
      });
    }
    expect(asked).toHaveLength(2);
  });

  it('that had an error or makes no sense is asked again', async () => {
    const bodies = ['yes', null, { status: 'allowed' }, { status: { allowed: false, evaluationError: 'away' } }];
    for (const body of bodies) {
      const { authorizer, asked } = open({ ok: true, body });
      const decisions = [await authorizer.authorize(alice, getPods), await authorizer.authorize(alice, getPods)];
      expect(decisions).toMatchObject([{ verdict: 'noOpinion', error: expect.any(String) }, { verdict: 'noOpinion' }]);
      expect(asked).toHaveLength(2);
    }
  });

  it('is believed for a while, longer when it allowed', async () => {
    for (const [allowed, ms] of [
      [true, 1_000],
      [false, 100],
    ] as const) {
      const { authorizer, asked, pass } = open(answer({ allowed }));
      await authorizer.authorize(alice, getPods);
      pass(ms - 1);
      await authorizer.authorize(alice, getPods);
      expect(asked).toHaveLength(1);
      await authorizer.authorize({ ...alice, groups: [] }, getPods);
      expect(asked).toHaveLength(2);
      pass(1);
      await authorizer.authorize(alice, getPods);
      expect(asked).toHaveLength(3);
    }
  });

  it('cannot tell what somebody may do', () => {
    expect(open(answer({})).authorizer.rulesFor?.(alice, 'a')).toMatchObject({ rules: [], isIncomplete: true });
  });
});
