import { describe, expect, it } from '@jest/globals';

import type { ReviewReply } from '../webhook/review-client.ts';
import { bearerToken } from './credentials.ts';
import { createWebhookAuthenticator } from './webhook-authenticator.ts';

function open(reply: ReviewReply | (() => ReviewReply)) {
  const reviews: unknown[] = [];
  let nowMs = 0;
  const authenticator = createWebhookAuthenticator({
    post: (review) => {
      reviews.push(review);
      return Promise.resolve(typeof reply === 'function' ? reply() : reply);
    },
    group: 'authentication.k8s.io',
    version: 'v1',
    apiAudiences: ['api'],
    cacheMs: 1_000,
    now: () => nowMs,
  });
  return {
    reviews,
    pass: (ms: number) => void (nowMs += ms),
    present: async (text = 't', audiences = ['api']) => authenticator.authenticate(bearerToken(text), audiences),
  };
}

const status = { authenticated: true, user: { username: 'u', uid: '1', groups: ['g'], extra: { k: ['v'] } } };
const good: ReviewReply = { ok: true, body: { status } };
const user = { name: 'u', uid: '1', groups: ['g', 'system:authenticated'], extra: { k: ['v'] } };

describe('tokens that another server knows', () => {
  it('are reviewed there, for the audiences that are wanted', async () => {
    const { reviews, present } = open(good);
    expect(await present()).toEqual({ outcome: 'known', user, audiences: ['api'] });
    expect(reviews).toMatchObject([
      { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 't', audiences: ['api'] } },
    ]);
  });

  it('are for this API where the answer says nothing else', async () => {
    expect(await open(good).present('t', ['other'])).toEqual({ outcome: 'unknown' });
    const forOthers = { ok: true, body: { status: { ...status, audiences: ['other'] } } } as const;
    expect(await open(forOthers).present()).toEqual({ outcome: 'unknown' });
    expect(await open(forOthers).present('t', ['api', 'other'])).toMatchObject({ audiences: ['other'] });
  });

  it('are remembered for a while, good or not', async () => {
    const bad = { ok: true, body: { status: { authenticated: false } } } as const;
    for (const reply of [good, bad, { ok: true, body: {} }] as const) {
      const { reviews, present, pass } = open(reply);
      await present();
      const again = await present();
      await Promise.all([present('x'), present('x')]);
      expect(reviews).toHaveLength(2);
      pass(1_000);
      expect(await present()).toEqual(again);
      expect(reviews).toHaveLength(3);
    }
  });

  it('are not known while it does not answer, and asked for again', async () => {
    const replies: ReviewReply[] = [{ ok: false, message: 'it is away' }, good];
    const { present } = open(() => replies.shift() ?? good);
    expect(await present()).toMatchObject({
      outcome: 'refused',
      reason: 'the authentication webhook failed: it is away',
    });
    expect(await present()).toMatchObject({ outcome: 'known' });
  });

  it('let nobody in by an answer that makes no sense', async () => {
    for (const body of [null, 'yes', [], { status: { authenticated: 'true' } }, { status: { authenticated: true } }]) {
      const { present, reviews } = open({ ok: true, body });
      expect(await present()).toMatchObject({ outcome: 'refused', isPassing: true });
      await present();
      expect(reviews).toHaveLength(2);
    }
  });

  it('are asked for again where it had an error, which says nothing of the token', async () => {
    const status = { authenticated: false, error: 'the directory is away' };
    const replies: ReviewReply[] = [{ ok: true, body: { status } }, good];
    const { present } = open(() => replies.shift() ?? good);
    expect(await present()).toEqual({ outcome: 'refused', reason: 'the directory is away', isPassing: true });
    expect(await present()).toMatchObject({ outcome: 'known' });
  });
});
