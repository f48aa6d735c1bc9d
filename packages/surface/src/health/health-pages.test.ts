import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { serveDocuments } from '../documents/testing/serve-documents.ts';
import type { Served } from '../documents/testing/serve-documents.ts';
import { createHealth } from './health.ts';

describe('health', () => {
  let served: Served;
  let clock: number;
  beforeEach(async () => {
    clock = 0;
    const health = createHealth({ livezGracePeriodMs: 1_000, checkTimeoutMs: 50, now: () => clock });
    served = await serveDocuments({ health });
  });
  afterEach(() => served.close());

  it('is said in a word, for machines', async () => {
    for (const path of ['/healthz', '/livez', '/readyz']) {
      const { status, text, headers } = await served.ask(path);
      expect([status, text]).toEqual([200, 'ok']);
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('is said check by check, for people, each where it counts', async () => {
    served.health.add('etcd', () => undefined);
    served.health.add('informer-sync', () => Promise.resolve(undefined), { in: ['readyz'] });
    expect((await served.ask('/livez?verbose')).text).toBe('[+]ping ok\n[+]log ok\n[+]etcd ok\nlivez check passed\n');
    expect((await served.ask('/readyz?verbose&exclude=etcd')).text).toBe(
      '[+]ping ok\n[+]log ok\n[+]etcd excluded: ok\n[+]informer-sync ok\n[+]shutdown ok\nreadyz check passed\n',
    );
  });

  it('names exclusions that match nothing, and fails for none of them', async () => {
    const { status, text } = await served.ask('/healthz?verbose&exclude=a&exclude=ping&exclude=b');
    expect(status).toBe(200);
    expect(text).toContain('[+]ping excluded: ok\n');
    expect(text).toContain('warn: some health checks cannot be excluded: no matches for "a", "b"\n');
    expect((await served.ask('/healthz?exclude=nosuch')).text).toBe('ok');
  });

  it('withholds the reasons of failures', async () => {
    served.health.add('etcd', () => Promise.reject(new Error('secret address')));
    const { status, text } = await served.ask('/readyz');
    expect(status).toBe(500);
    expect(text).toBe('[+]ping ok\n[+]log ok\n[-]etcd failed: reason withheld\n[+]shutdown ok\nreadyz check failed\n');
    expect((await served.ask('/readyz?exclude=etcd')).status).toBe(200);
    const one = await served.ask('/readyz/etcd');
    expect([one.status, one.text.includes('secret')]).toEqual([500, false]);
  });

  it('shows a check where it does not count, and passes all the same', async () => {
    served.health.add('store', () => 'gone', { countsIn: ['readyz'] });
    clock = 1_000;
    expect(await served.ask('/livez')).toMatchObject({ status: 200, text: 'ok' });
    const { status, text } = await served.ask('/livez?verbose');
    expect(status).toBe(200);
    expect(text).toContain('[-]store failed: reason withheld (not counted)\n');
    expect(text).toContain('livez check passed\n');
    expect((await served.ask('/livez/store')).status).toBe(500);
    expect(await served.ask('/readyz')).toMatchObject({ status: 500 });
  });

  it('counts a check that does not answer in time as failing', async () => {
    served.health.add('slow', () => new Promise(() => undefined));
    expect((await served.ask('/readyz')).text).toContain('[-]slow failed: reason withheld');
  });

  it('forgives in livez what fails while the server starts', async () => {
    const finish = served.health.addStartHook('rbac/bootstrap-roles');
    expect((await served.ask('/livez')).status).toBe(200);
    expect((await served.ask('/readyz')).status).toBe(500);
    clock = 1_000;
    expect((await served.ask('/livez')).status).toBe(500);
    finish();
    expect((await served.ask('/livez')).status).toBe(200);
    expect((await served.ask('/livez/poststarthook/rbac/bootstrap-roles')).text).toBe('ok');
  });

  it('is alive but not ready while the server stops', async () => {
    served.health.beginShutdown();
    expect((await served.ask('/livez')).status).toBe(200);
    const { status, text } = await served.ask('/readyz');
    expect([status, text.includes('[-]shutdown failed')]).toEqual([500, true]);
  });

  it('has a page for each check, and none for others', async () => {
    expect((await served.ask('/livez/ping')).text).toBe('ok');
    expect((await served.ask('/livez/nosuch')).text).toBe('404 page not found\n');
    expect((await served.ask('/livez/shutdown')).status).toBe(404);
    expect(() => served.health.add('ping', () => undefined)).toThrow('the check ping is there already');
  });
});
