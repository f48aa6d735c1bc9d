/**
 * Starts over stores that are full: a million objects in the embedded store, and etcds whose values are protobuf, or JSON
 * that this server or another one stored.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { createApiScheme } from '@keelson/api';
import { transcodeValues, type StorageMediaType } from '@keelson/server';
import { openEmbedded, openEtcd, type Storage } from '@keelson/storage';

import { inFlight } from '../../in-flight.ts';
import { median } from '../../measure.ts';
import type { Generator } from '../generator/start-generator.ts';
import { makeNamespace } from '../prepare.ts';
import type { KeelsonHome } from '../servers/keelson.ts';
import { ask, type Target } from '../servers/target.ts';
import { base, configMaps, labelledConfigMap, nameOf, namespace } from './scenario.ts';
import { measureMemory, rateOf, type Figure } from './special.ts';

export const loadsName = 'loads';

export interface LoadSizes {
  readonly embedded: number;
  readonly etcd: number;
  readonly starts: number;
  /** From then on nothing goes through all objects any more, as the garbage collector does after a start. */
  readonly settledMs: number;
}

export const usualLoads: LoadSizes = { embedded: 1_000_000, etcd: 200_000, starts: 3, settledMs: 10_000 };
export const briefLoads: LoadSizes = { embedded: 300, etcd: 300, starts: 1, settledMs: 0 };

const folder = `/registry/configmaps/${namespace}/`;
const writesAtOnce = 1_000;

interface StoredForm {
  readonly form: string;
  readonly mediaType: StorageMediaType;
  /** Values are plain JSON, as kube-apiserver stores it. */
  readonly isOfAnother?: true;
}

const protobuf: StoredForm = { form: 'protobuf', mediaType: 'application/vnd.kubernetes.protobuf' };
const json: StoredForm = { form: 'JSON', mediaType: 'application/json' };
const forms: readonly StoredForm[] = [json, { ...json, form: 'JSON of another server', isOfAnother: true }, protobuf];

/** The gets are of the same objects whatever the number of the others is, so that nothing else differs. */
const fewObjects = briefLoads.embedded;

export async function measureEmbeddedLoad(home: KeelsonHome, generator: Generator, sizes: LoadSizes) {
  const what = `loads: ${sizes.embedded} objects`;
  const open = (): Promise<Storage> => openEmbedded({ path: join(home.folder, 'data', 'store') });
  await fill(home, open, { count: fewObjects });
  const small = await home.start();
  const figures = [await measureRate(small, generator, { what: `loads: ${fewObjects} objects: get`, path: oneObject })];
  await small.close();
  await fill(home, open, { count: sizes.embedded });
  return [...figures, ...(await measureLoaded(home, generator, { ...sizes, what, flags: [] }))];
}

/** Each form in an etcd of its own. */
export async function measureEtcdLoads(
  openHome: () => Promise<KeelsonHome>,
  generator: Generator,
  sizes: LoadSizes,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const form of forms) {
    const home = await openHome();
    const flags = [`--storage-media-type=${form.mediaType}`];
    await fill(home, () => openEtcd({ endpoints: home.etcdUrls }), { count: sizes.etcd, flags, form });
    const what = `loads: ${sizes.etcd} objects in ${form.form}`;
    figures.push(...(await measureLoaded(home, generator, { ...sizes, what, flags })));
  }
  return figures;
}

interface Filling {
  readonly count: number;
  readonly flags?: readonly string[];
  readonly form?: StoredForm;
}

/** One object comes over the API; the others are its bytes under other names, put into the store behind the server's back. */
async function fill(
  home: KeelsonHome,
  open: () => Promise<Storage>,
  { count, flags = [], form = json }: Filling,
): Promise<void> {
  const target = await home.start(...flags);
  await makeNamespace(target, namespace);
  const { status, body } = await ask(target, 'POST', configMaps, labelledConfigMap(0));
  if (status !== 201 && status !== 409) throw new Error(`${target.name}: ${body}`);
  await target.close();
  const inner = await open();
  const storage = transcodeValues(inner, createApiScheme(), form.mediaType);
  const written = form.isOfAnother === true ? inner : storage;
  try {
    const { entry } = await storage.get(folder + nameOf(0));
    if (!(entry?.value instanceof Uint8Array)) throw new Error(`${target.name} has not stored ${nameOf(0)}`);
    const pattern = Buffer.from(entry.value);
    const at = pattern.indexOf(nameOf(0));
    // Some are there from the time before.
    await inFlight(writesAtOnce, count - 1, async (index) => {
      const name = nameOf(index + 1);
      const value = Buffer.from(pattern);
      value.write(name, at, 'latin1');
      await written.create(folder + name, value);
    });
  } finally {
    await storage.close();
  }
}

interface Loaded extends Pick<LoadSizes, 'starts' | 'settledMs'> {
  readonly what: string;
  readonly flags: readonly string[];
}

async function measureLoaded(home: KeelsonHome, generator: Generator, { what, starts, settledMs, flags }: Loaded) {
  const times: number[] = [];
  for (let count = 1; count < starts; count += 1) {
    const target = await home.start(...flags);
    times.push(target.startMs);
    await target.close();
  }
  const target = await home.start(...flags);
  times.push(target.startMs);
  const start = { what: `${what}: start to ready`, target: home.name, value: median(times), unit: 'ms' };
  const memory = await measureMemory(target, `${what}: resident memory`);
  await delay(settledMs);
  const figures = [start, memory, await measureRate(target, generator, { what: `${what}: get`, path: oneObject })];
  figures.push(await measureRate(target, generator, { what: `${what}: page of 500`, path: onePage }));
  await target.close();
  return figures;
}

const measuredMs = 3_000;
const oneObject = `${configMaps}/object-{n}`;
const onePage = `${configMaps}?limit=500`;

async function measureRate(
  { server, name }: Target,
  generator: Generator,
  { what, path }: { readonly what: string; readonly path: string },
): Promise<Figure> {
  const mix = [{ path, below: fewObjects, base }];
  const done = await generator.run({ kind: 'requests', server, connections: 8, durationMs: measuredMs, mix });
  if (done.failed > 0) throw new Error(`${name}: ${done.failed} requests failed: ${what}`);
  return { what, target: name, value: rateOf(done), unit: '/s' };
}
