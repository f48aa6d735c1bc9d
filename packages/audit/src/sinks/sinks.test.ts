import { execFile, spawn } from 'node:child_process';
import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { AuditEvent } from '../event.ts';
import type { PostResult } from './batch-sender.ts';
import { createLogSink, type LogSinkOptions } from './log-sink.ts';
import type { EventSource } from './sink.ts';
import { createWebhookSink, type WebhookSinkOptions } from './webhook-sink.ts';

const event: AuditEvent = {
  auditId: 'id',
  stage: 'ResponseComplete',
  requestUri: '/api/v1/namespaces',
  verb: 'list',
  user: { name: 'alice', groups: ['devs'] },
  sourceIps: ['127.0.0.1'],
  userAgent: 'test',
  object: undefined,
  response: { code: 200 },
  receivedMs: Date.parse('2024-05-01T00:00:00Z'),
};
/** One that prints itself like this. */
const line = (json: string): EventSource => ({
  print: (out) => out.text(json),
  printTruncated: (out) => out.text('{"truncated":true}'),
  event: () => event,
});
/** One with a body, which many may have in common. */
const lineWith = (body: Uint8Array): EventSource => ({
  ...line('{}'),
  print: (out) => {
    out.text('{"body":"');
    out.attach(body);
    out.text('"}');
  },
});

let folder = '';
let lost: [number, string][] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-audit-'));
  lost = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const onLost = (count: number, error: unknown): void => void lost.push([count, (error as Error).message]);
const lostCount = () => lost.reduce((sum, [count]) => sum + count, 0);

function openLog(options: Partial<LogSinkOptions> = {}) {
  const rotation = { maxBytes: 100 * 1024 * 1024, maxBackups: 0, maxAgeMs: 0 };
  return createLogSink({ path: join(folder, 'audit.log'), format: 'json', rotation, onLost, ...options });
}

const logged = () => readFile(join(folder, 'audit.log'), 'utf8');

describe('a log of events', () => {
  it('has a line for each, in their order, for its owner alone', async () => {
    const sink = openLog();
    for (let index = 0; index < 5_000; index += 1) sink.write(line(`{"n":${index}}`));
    await sink.close();
    const lines = (await logged()).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { n: number }).n)).toEqual([...Array(5_000).keys()]);
    expect(lost).toEqual([]);
  });

  it('is written soon, without being closed, and goes on where it was', async () => {
    await writeFile(join(folder, 'audit.log'), 'before\n');
    const sink = openLog();
    sink.write(line('{"a":1}'));
    while (!(await logged()).includes('{"a":1}')) await delay(1);
    sink.write(line('{"b":1}'));
    await sink.close();
    expect(await logged()).toBe('before\n{"a":1}\n{"b":1}\n');
  });

  it('may be made of the lines of older tools', async () => {
    const sink = openLog({ format: 'legacy' });
    sink.write(line('{}'));
    await sink.close();
    expect(await logged()).toBe(
      '2024-05-01T00:00:00.000000Z AUDIT: id="id" stage="ResponseComplete" ip="127.0.0.1" method="list" user="alice" ' +
        'groups="devs" as="<self>" asgroups=<lookup> user-agent="test" namespace="<none>" ' +
        'uri="/api/v1/namespaces" response="200"\n',
    );
  });

  it('is put aside when it is full, and only so many are kept', async () => {
    const sink = openLog({ rotation: { maxBytes: 100, maxBackups: 2, maxAgeMs: 0 } });
    for (let index = 0; index < 12; index += 1) {
      const text = JSON.stringify({ text: `${'x'.repeat(40)}${index}` });
      sink.write(line(text));
      // A file is put aside under its time, in milliseconds.
      await delay(2);
      while (!(await logged().catch(() => '')).includes(text)) await delay(1);
    }
    await sink.close();
    const names = (await readdir(folder)).sort();
    expect(names).toHaveLength(3);
    expect(names.at(-1)).toBe('audit.log');
    expect(names[0]).toMatch(/^audit-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}\.log$/);
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toMatch(/^(\{.*\}\n){1,2}$/);
    expect(lost).toEqual([]);
  });

  it('that was put aside is kept only so long', async () => {
    await writeFile(join(folder, 'audit-2020-01-01T00-00-00.000.log'), 'old');
    await writeFile(join(folder, 'audit-other.log'), 'not ours');
    const sink = openLog({ rotation: { maxBytes: 10, maxBackups: 0, maxAgeMs: 86_400_000 } });
    for (let index = 0; index < 3; index += 1) sink.write(line('{"a":12345}'));
    await sink.close();
    const names = await readdir(folder);
    expect(names).not.toContain('audit-2020-01-01T00-00-00.000.log');
    expect(names).toContain('audit-other.log');
  });

  it('that cannot be written loses events, and counts them', async () => {
    const sink = openLog({ path: join(folder, 'none', 'audit.log') });
    for (let index = 0; index < 10; index += 1) sink.write(line('{}'));
    await sink.close();
    expect(lostCount()).toBe(10);
    expect(lost[0]?.[1]).toContain('ENOENT');
  });

  it('on a full disk loses events, and counts them', async () => {
    const sink = openLog({ path: '/dev/full' });
    sink.write(line('{}'));
    sink.write(line('{}'));
    await sink.close();
    expect(lostCount()).toBe(2);
    expect(lost[0]?.[1]).toContain('ENOSPC');
  });

  it('has whole bodies in it, without what is too large', async () => {
    const sink = openLog({ limits: { maxEventBytes: 300_000, maxBatchBytes: 400_000 } });
    const bodies = [200_000, 400_000, 50, 290_000].map((length) => Buffer.alloc(length, 0x78));
    for (const body of bodies) sink.write(lineWith(body));
    await sink.close();
    const lines = (await logged()).trimEnd().split('\n');
    expect(lines.map((text) => JSON.parse(text) as unknown)).toEqual(
      bodies.map((body) => (body.length > 300_000 ? { truncated: true } : { body: body.toString() })),
    );
    const strict = openLog({ limits: { maxEventBytes: 10, maxBatchBytes: 10 } });
    strict.write(lineWith(Buffer.alloc(1_000)));
    await strict.close();
    expect(lost).toEqual([[1, 'an event is too large, also without its bodies']]);
  });

  it('that nobody reads stops nobody: what finds no room is lost, and counted', async () => {
    const path = join(folder, 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    const unread = openLog({ path });
    unread.write(line('{}'));
    await unread.close();
    expect(lostCount()).toBe(1);
    const reader = spawn('sh', ['-c', 'exec 3<"$0"; echo opened; exec sleep 300', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const isOpen = new Promise((resolve) => reader.stdout.once('data', resolve));
    // A pipe is opened from both ends at once.
    const end = await open(path, 'r+');
    await isOpen;
    const sink = openLog({ path, limitBytes: 500_000 });
    const text = `{"a":"${'x'.repeat(1_000)}"}`;
    for (let index = 0; index < 1_000; index += 1) sink.write(line(text));
    await sink.close();
    // Only the events that fit into the pipe's buffer were written.
    expect(lostCount()).toBeGreaterThan(900);
    reader.kill();
    await end.close();
  });
});

describe('a webhook for events', () => {
  const bodies: string[] = [];
  beforeEach(() => void bodies.splice(0));

  function openWebhook(options: Partial<WebhookSinkOptions> = {}) {
    const post = (pieces: readonly Uint8Array[]): Promise<PostResult> => {
      bodies.push(Buffer.concat(pieces).toString());
      return Promise.resolve({ ok: true });
    };
    const usual = { bufferSize: 100, maxBatchSize: 10, maxWaitMs: 10_000 };
    return createWebhookSink({ post, group: 'audit.k8s.io', ...usual, onLost, ...options });
  }

  const sizes = () => bodies.map((body) => (JSON.parse(body) as { items: unknown[] }).items.length);

  it('sends a batch when it is full', async () => {
    const sink = openWebhook();
    for (let index = 0; index < 25; index += 1) sink.write(line(`{"n":${index}}`));
    while (sizes().length < 2) await delay(1);
    expect(sizes()).toEqual([10, 10]);
    await sink.close();
    expect(sizes()).toEqual([10, 10, 5]);
    expect(JSON.parse(bodies[2] ?? '')).toMatchObject({
      kind: 'EventList',
      apiVersion: 'audit.k8s.io/v1',
      items: [{ n: 20 }, { n: 21 }, { n: 22 }, { n: 23 }, { n: 24 }],
    });
  });

  it('sends what has waited long enough', async () => {
    const sink = openWebhook({ maxWaitMs: 20 });
    sink.write(line('{}'));
    while (sizes().length < 1) await delay(1);
    sink.write(line('{}'));
    while (sizes().length < 2) await delay(1);
    expect(sizes()).toEqual([1, 1]);
    await sink.close();
  });

  it('sends no more often than agreed', async () => {
    const beganMs = performance.now();
    const sink = openWebhook({ maxBatchSize: 1, throttle: { perSecond: 20, burst: 2 } });
    for (let index = 0; index < 10; index += 1) sink.write(line('{}'));
    while (bodies.length < 4) await delay(1);
    expect(performance.now() - beganMs).toBeGreaterThan(95);
    await sink.close();
    expect(bodies).toHaveLength(10);
  });

  it('that fails loses events, and counts them', async () => {
    const sink = openWebhook({ post: () => Promise.resolve({ ok: false, message: 'away' }) });
    for (let index = 0; index < 10; index += 1) sink.write(line('{}'));
    await sink.close();
    expect(lost).toEqual([[10, 'away']]);
  });

  it('that does not answer stops nobody: what finds no room is lost, and counted', async () => {
    const sink = openWebhook({ post: () => new Promise(() => undefined), closeTimeoutMs: 10 });
    for (let index = 0; index < 1_000; index += 1) {
      sink.write(line('{}'));
      if (index % 10 === 9) await delay(0);
    }
    expect(lostCount()).toBeGreaterThan(700);
    await sink.close();
  });

  it('sends no more bytes together than agreed, but for a single event', async () => {
    const sink = openWebhook({ limits: { maxEventBytes: 10_000, maxBatchBytes: 3_000 } });
    const lengths = [1_000, 1_000, 1_000, 5_000, 100, 20_000, 100];
    for (const length of lengths) sink.write(lineWith(Buffer.alloc(length, 0x78)));
    await sink.close();
    const sent = bodies.map((body) =>
      (JSON.parse(body) as { items: { body?: string }[] }).items.map((item) => item.body?.length),
    );
    expect(sent).toEqual([[1_000, 1_000], [1_000], [5_000], [100, undefined, 100]]);
    expect(lost).toEqual([]);
  });

  it('goes at once where there are enough bytes for a batch', async () => {
    const sink = openWebhook({ limits: { maxEventBytes: 10_000, maxBatchBytes: 3_000 } });
    for (let count = 0; count < 3; count += 1) sink.write(lineWith(Buffer.alloc(1_000, 0x78)));
    while (sizes().length < 1) await delay(1);
    expect(sizes()).toEqual([2]);
    await sink.close();
  });

  it('that does not answer keeps so many bytes in memory and no more, those under way included', async () => {
    const answers: (() => void)[] = [];
    const post = (): Promise<PostResult> => new Promise((resolve) => answers.push(() => resolve({ ok: true })));
    const limits = { maxEventBytes: 10_000, maxBatchBytes: 4_000 };
    const sink = openWebhook({ post, limits, bufferBytes: 9_000, closeTimeoutMs: 10 });
    const writeMany = (): void => {
      for (let count = 0; count < 20; count += 1) sink.write(lineWith(Buffer.alloc(1_000, 0x78)));
    };
    writeMany();
    await delay(5);
    expect(lostCount()).toBe(12);
    writeMany();
    expect(lostCount()).toBe(32);
    for (const answer of answers.splice(0)) answer();
    await delay(5);
    writeMany();
    expect(lostCount()).toBeGreaterThan(32);
    expect(lostCount()).toBeLessThan(52);
    await sink.close();
  });

  it('carries batches that are longer than a text can be', async () => {
    const body = Buffer.alloc(10_000_000, 0x78);
    let bytes = 0;
    const sink = openWebhook({
      limits: { maxEventBytes: 20_000_000, maxBatchBytes: 700_000_000 },
      bufferBytes: 700_000_000,
      maxBatchSize: 60,
      post: (pieces) => {
        bytes = pieces.reduce((sum, { length }) => sum + length, 0);
        return Promise.resolve({ ok: true });
      },
    });
    for (let count = 0; count < 60; count += 1) sink.write(lineWith(body));
    await sink.close();
    expect(lost).toEqual([]);
    expect(bytes).toBeGreaterThan(2 ** 29);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])('whose client %s loses those events, and goes on with others', async (_, fail) => {
    let tries = 0;
    const sink = openWebhook({
      maxBatchSize: 1,
      post: () => {
        tries += 1;
        return tries === 1 ? fail() : Promise.resolve({ ok: true });
      },
    });
    sink.write(line('{}'));
    await delay(5);
    sink.write(line('{}'));
    await sink.close();
    expect(tries).toBe(2);
    expect(lost).toEqual([[1, 'no']]);
  });

  it('loses an event that cannot be printed, and goes on with others', async () => {
    const broken: EventSource = {
      ...line('{}'),
      print: (out) => {
        out.text('{"half');
        throw new Error('broken');
      },
    };
    const sink = openWebhook();
    for (const each of [line('{"n":1}'), broken, line('{"n":2}')]) sink.write(each);
    await sink.close();
    expect(bodies.map((body) => (JSON.parse(body) as { items: unknown }).items)).toEqual([[{ n: 1 }, { n: 2 }]]);
    expect(lost).toEqual([[1, 'broken']]);
    const log = openLog();
    for (const each of [line('{"n":1}'), broken, line('{"n":2}')]) log.write(each);
    await log.close();
    expect(await logged()).toBe('{"n":1}\n{"n":2}\n');
  });
});
