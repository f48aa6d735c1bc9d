/**
 * Definitions are made, changed, deleted and made again on two replicas over one etcd, in an order that a seed decides,
 * while clients create, apply, list and watch. Nothing of a definition outlives it.
 *
 * `KEELSON_SOAK=500 npx jest test-e2e/custom-resources-soak.test.ts` makes as many definitions.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { startEtcd, type EtcdCluster } from '@keelson/storage/etcd-cluster';

import { parse } from './support/callers.ts';
import { eventually } from './support/eventually.ts';
import { heapMegabytes, heapMeter } from './support/measured-heap.ts';
import { seeded } from './support/random.ts';
import { makeHome, type Answer, type Home, type Question, type Started } from './support/serve.ts';

const size = Number(process.env['KEELSON_SOAK'] ?? 48);
const atOnce = 4;
/** Names come again and again, so that metrics with a label for each resource do not count as a leak. */
const namesOfEach = 6;
const random = seeded(16);

let folder: string;
let etcd: EtcdCluster;
const homes: Home[] = [];
const servers: Started[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-soak-'));
  etcd = await startEtcd({ members: 1, isTls: false });
  for (const index of [0, 1]) {
    const home = await makeHome(heapMeter(join(folder, `heap-${String(index)}`)));
    homes.push(home);
    // The watch cache keeps history until the store compacts it: for minutes, which would look like a leak.
    const history = '--etcd-compaction-interval=5s';
    servers.push(await home.start(`--etcd-servers=${etcd.urls.join(',')}`, '--controllers=', history));
  }
});

afterAll(async () => {
  const removed = await Promise.allSettled(homes.map((home) => home.remove()));
  await etcd.close();
  await rm(folder, { recursive: true, force: true });
  for (const each of removed) if (each.status === 'rejected') throw each.reason;
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const mergePatch = { 'Content-Type': 'application/merge-patch+json' };
const apply = { 'Content-Type': 'application/apply-patch+yaml' };

/** Any replica will do. */
const ask = (path: string, question?: Question): Promise<Answer> => random.pick(servers).ask(path, question);

/** Says it again while it is answered that the definition has just changed. */
async function insist(path: string, question?: Question): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(path, question);
    if (answer.status !== 429 || tries > 100) return answer;
    await delay(20);
  }
}

async function expectStatus(asked: Promise<Answer>, ...statuses: readonly number[]): Promise<Answer> {
  const answer = await asked;
  if (!statuses.includes(answer.status)) throw new Error(`${String(answer.status)}: ${answer.body.slice(0, 500)}`);
  return answer;
}

/** One life of a definition: its only field, and its kind, are of this life alone. */
interface Life {
  readonly plural: string;
  readonly group: string;
  readonly kind: string;
  readonly field: string;
}

const path = ({ plural, group }: Life) => `/apis/${group}/v1/namespaces/default/${plural}`;
const nameOf = ({ plural, group }: Life) => `${plural}.${group}`;

function specOf({ plural, group, kind, field }: Life) {
  const schema = { openAPIV3Schema: { type: 'object', properties: { [field]: { type: 'string' } } } };
  const columns = [{ name: field, type: 'string', jsonPath: `.${field}` }];
  const version = { name: 'v1', served: true, storage: true, schema, additionalPrinterColumns: columns };
  const names = { plural, singular: plural, kind, listKind: `${kind}List` };
  return { group, scope: 'Namespaced', names, versions: [version] };
}

const objectOf = ({ group, kind, field }: Life, name: string) => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  [field]: name,
});

interface Shown {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly [field: string]: unknown;
}

function expectOfLife({ kind, field }: Life, shown: Shown): void {
  const { apiVersion: _, metadata, ...rest } = shown;
  expect(rest).toEqual({ kind, [field]: metadata.name });
}

async function define(life: Life): Promise<void> {
  const body = { metadata: { name: nameOf(life) }, spec: specOf(life) };
  await expectStatus(ask(definitions, { method: 'POST', body }), 201);
  const server = random.pick(servers);
  await eventually(async () => {
    const { status } = parse<{ status?: { conditions?: { type: string; status: string }[] | null } }>(
      await server.ask(`${definitions}/${nameOf(life)}`),
    );
    expect(status?.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
  });
}

/** Watches on one replica what is written through both; every event is there, and of this life. */
async function use(life: Life): Promise<void> {
  const list = parse<{ items: Shown[]; metadata: { resourceVersion: string } }>(
    await expectStatus(insist(path(life)), 200),
  );
  expect(list.items).toEqual([]);
  const names = Array.from({ length: 3 + random.below(4) }, (_, at) => `o${String(at)}`);
  const last = names.at(-1) ?? '';
  const watching = ask(`${path(life)}?watch=1&timeoutSeconds=30&resourceVersion=${list.metadata.resourceVersion}`, {
    isEnough: (body) => body.includes(`"name":"${last}"`) && body.at(-1) === 0x0a,
  });
  for (const name of names) {
    const body = objectOf(life, name);
    const isApplied = random.below(2) === 0;
    const made = isApplied
      ? insist(`${path(life)}/${name}?fieldManager=soak`, { method: 'PATCH', body, headers: apply })
      : insist(path(life), { method: 'POST', body });
    expectOfLife(life, parse<Shown>(await expectStatus(made, 201)));
  }
  const events = (await watching).body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { object: Shown });
  expect(events.map(({ object }) => object.metadata.name)).toEqual(names);
  for (const { object } of events) expectOfLife(life, object);
}

/** The field of the life before goes, and what is stored under it is shown no more. */
async function change(before: Life, count: number): Promise<Life> {
  const life = { ...before, field: `g${String(count)}` };
  const body = { spec: specOf(life) };
  await expectStatus(ask(`${definitions}/${nameOf(life)}`, { method: 'PATCH', body, headers: mergePatch }), 200);
  for (const server of servers) {
    // The replica that has not heard of the change shows what was there before it: its freshness is that of its definitions.
    await eventually(async () => {
      const { status, body: text } = await server.ask(path(life));
      expect(status).toBe(200);
      for (const { metadata: _, apiVersion: __, ...rest } of (JSON.parse(text) as { items: Shown[] }).items) {
        expect(rest).toEqual({ kind: life.kind });
      }
    });
  }
  const made = insist(path(life), { method: 'POST', body: objectOf(life, 'changed') });
  expectOfLife(life, parse<Shown>(await expectStatus(made, 201)));
  return life;
}

async function remove(life: Life): Promise<void> {
  const deleting = expectStatus(ask(`${definitions}/${nameOf(life)}`, { method: 'DELETE' }), 200);
  const late = Array.from({ length: 3 }, (_, at) =>
    ask(path(life), { method: 'POST', body: objectOf(life, `late${String(at)}`) }),
  );
  for (const asked of late) await expectStatus(asked, 201, 404, 405, 429);
  await deleting;
  const gone = `${definitions}/${nameOf(life)}`;
  await eventually(async () => expect((await ask(gone)).status).toBe(404));
}

let lives = 0;

/** Several lives of some names, one after the other. */
async function runNames(index: number, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const number = (lives += 1);
    const plural = `things${String(random.below(namesOfEach))}`;
    const group = `soak${String(index)}.example.com`;
    let life: Life = { plural, group, kind: `Kind${String(number)}`, field: `f${String(number)}` };
    await define(life);
    await use(life);
    if (random.below(2) === 0) life = await change(life, number);
    if (random.below(3) === 0) await expectStatus(ask(`/openapi/v3/apis/${group}/v1`), 200);
    await remove(life);
  }
}

const run = (count: number): Promise<unknown> =>
  Promise.all(Array.from({ length: atOnce }, (_, index) => runNames(index, Math.ceil(count / atOnce))));

const heaps = (): Promise<number[]> =>
  Promise.all(servers.map((server, index) => heapMegabytes(server, join(folder, `heap-${String(index)}`))));

it(
  'leaves nothing behind: no memory, no objects, nothing in the log',
  async () => {
    await run(Math.max(24, size / 5));
    const before = await heaps();
    await run(size);
    const after = await heaps();
    console.log(`heap in MB, before and after ${String(size)} definitions: ${before.join(' ')}, ${after.join(' ')}`);
    after.forEach((megabytes, index) => expect(megabytes).toBeLessThan((before[index] ?? 0) * 1.2));
    for (const server of servers) {
      const { body } = await server.ask('/metrics');
      const counts = body.split('\n').filter((line) => /^apiserver_storage_objects\{.*soak/.test(line));
      expect(counts).toEqual([]);
      expect(parse<{ groups: { name: string }[] }>(await server.ask('/apis')).groups).not.toContainEqual(
        expect.objectContaining({ name: expect.stringContaining('soak') }),
      );
      expect(
        server
          .printed()
          .split('\n')
          .filter((line) => / (?:warn|error) /.test(line)),
      ).toEqual([]);
    }
    expect(parse<{ items: unknown[] }>(await ask(definitions)).items).toEqual([]);
  },
  60_000 + size * 5_000,
);
