/** Laws of conversion by webhook: how objects are cut into calls makes no difference to what becomes of them. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createCallouts, type Callouts } from '@keelson/callouts';
import { makeAuthority, type Authority } from '@keelson/callouts/testing';
import type { ConvertRemotely } from '@keelson/schema';

import { serveConversion, type ConversionHook } from '../testing/conversion-hook.ts';
import { createWebhookConversion } from './convert-by-webhook.ts';

/** As of a server with another domain. */
const group = 'apiextensions.example.org';
let authority: Authority;
let hook: ConversionHook;
let callouts: Callouts;
let convert: ConvertRemotely;

beforeAll(async () => {
  authority = makeAuthority();
  hook = await serveConversion(authority);
  callouts = createCallouts({ resolveService: () => ({ ok: false, message: 'no services here' }) });
  const { origin, pathname } = new URL(hook.url);
  const target = { name: 'widgets.example.com', address: { kind: 'url', origin }, authorities: authority.pem } as const;
  convert = createWebhookConversion(
    { target, path: pathname, url: hook.url, reviewVersion: 'v1' },
    { group, callouts },
  );
});
afterAll(() => {
  callouts.close();
  hook.close();
  authority.close();
});

const versions = { from: 'example.com/v1', to: 'example.com/v2' };

const widgets = fc
  .array(fc.record({ size: fc.integer(), padding: fc.nat(40_000), label: fc.string({ maxLength: 10 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((made) =>
    made.map(({ size, padding, label }, index) => ({
      apiVersion: versions.from,
      kind: 'Widget',
      metadata: { name: `w${index}`, namespace: 'n', uid: `u${index}`, annotations: { label } },
      spec: { size, text: 'x'.repeat(padding) },
    })),
  );

describe('objects that a webhook converts', () => {
  it('become in batches what they become one by one', async () => {
    await fc.assert(
      fc.asyncProperty(widgets, async (objects) => {
        const together = await convert({ objects, ...versions });
        const alone = await Promise.all(objects.map((object) => convert({ objects: [object], ...versions })));
        expect(together).toEqual({ ok: true, objects: alone.flatMap((one) => (one.ok ? one.objects : [])) });
      }),
      { numRuns: 20 },
    );
  });

  it('are sent in calls that are bounded, each object in one of them', async () => {
    const before = hook.reviews().length;
    const object = (index: number) => ({
      apiVersion: versions.from,
      kind: 'Widget',
      metadata: { name: `w${index}`, uid: `u${index}` },
      spec: { text: 'x'.repeat(index % 50 === 0 ? 100_000 : 10) },
    });
    const objects = Array.from({ length: 1_500 }, (_, index) => object(index));
    expect(await convert({ objects, ...versions })).toMatchObject({ ok: true });
    const sent = hook.reviews().slice(before);
    expect(sent.flatMap(({ request }) => request.objects).length).toBe(objects.length);
    for (const { apiVersion, request } of sent) {
      expect(apiVersion).toBe(`${group}/v1`);
      expect(request.objects.length).toBeLessThanOrEqual(500);
    }
    for (const { body } of hook.received.slice(before)) expect(body.length).toBeLessThan(700_000);
  });

  it('fail all together where one call fails', async () => {
    let calls = 0;
    hook.lie((answer) => {
      calls += 1;
      return calls === 2 ? { ...answer, response: { ...answer.response, convertedObjects: [] } } : answer;
    });
    const objects = Array.from({ length: 1_200 }, (_, index) => ({
      apiVersion: versions.from,
      kind: 'Widget',
      metadata: { name: `w${index}` },
    }));
    expect(await convert({ objects, ...versions })).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /^conversion webhook for example.com\/v1, Kind=Widget returned 0 objects, expected \d+$/,
      ),
    });
    hook.lie(undefined);
  });
});
