/** What server-side apply costs beside a plain update, through the whole pipeline of a write on the embedded store. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createApiScheme } from '@keelson/api';
import { createWatchCache } from '@keelson/cache';
import type { RequestTarget } from '@keelson/meta';
import { createRegistry } from '@keelson/registry';
import type { RegistryEngine, WriteOptions } from '@keelson/registry';
import type { Scheme } from '@keelson/schema';
import { openEmbedded } from '@keelson/storage';

import type { BenchCase } from '../bench-case.ts';

interface Opened {
  readonly registry: RegistryEngine;
  readonly scheme: Scheme;
  close(): Promise<void>;
}

let opening: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const path = await mkdtemp(join(tmpdir(), 'keelson-bench-'));
  const storage = await openEmbedded({ path });
  const scheme = createApiScheme();
  const cache = createWatchCache({ storage });
  const registry = createRegistry({ scheme, storage, cache });
  cache.start();
  await cache.whenReady();
  const opened: Opened = {
    registry,
    scheme,
    close: async () => {
      cache.close();
      await storage.close();
      await rm(path, { recursive: true });
    },
  };
  const namespaces = { resource: find(opened, 'namespaces') };
  await write(opened, namespaces, { how: 'create', object: { metadata: { name: 'default' } } });
  return opened;
}

function find({ scheme }: Opened, plural: string) {
  const found = scheme.resource('', 'v1', plural);
  if (found === undefined) throw new Error(`there are no ${plural}`);
  return found;
}

type How = 'create' | 'update' | 'apply';
const caller = { user: { name: 'bench', groups: [] }, userAgent: 'bench/1.0' };

interface Write {
  readonly how: How;
  readonly object: unknown;
  readonly options?: WriteOptions;
}

async function write({ registry }: Opened, place: RequestTarget, { how, object, options = {} }: Write): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(object));
  const outcome =
    how === 'apply'
      ? await registry.patch(place, { patch: { kind: 'apply', bytes }, options, caller })
      : await registry[how](place, { body: { format: 'json', bytes }, options, caller });
  if (!outcome.ok) throw new Error(outcome.status.message);
}

const shared = (): Promise<Opened> => (opening ??= open());

const filler = Object.fromEntries(Array.from({ length: 9 }, (_, line) => [`line-${String(line)}`, 'x'.repeat(90)]));
const configMap = (name: string, round: number) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels: { app: 'bench' } },
  data: { ...filler, round: String(round) },
});

let round = 0;

async function onConfigMap(name: string, how: How, isChanging: boolean): Promise<void> {
  const opened = await shared();
  const place = { resource: find(opened, 'configmaps'), namespace: 'default', name };
  if (isChanging) round += 1;
  const options = how === 'apply' ? { fieldManager: 'bench' } : {};
  await write(opened, place, { how, object: configMap(name, isChanging ? round : 0), options });
}

/** Made by an apply, so that updates find something. */
async function prepared(name: string, run: () => Promise<void>, made: Set<string>): Promise<void> {
  if (!made.has(name)) {
    await onConfigMap(name, 'apply', false);
    made.add(name);
  }
  await run();
}

const made = new Set<string>();
const changing = (how: How) => () => prepared(how, () => onConfigMap(how, how, true), made);
const same = () => prepared('same', () => onConfigMap('same', 'apply', false), made);

const containers = 5;
const managers = ['deployer', 'scaler', 'injector'];

/** Each manager applies what is its own in a Pod of five containers; only labels and the image of a Pod may change. */
function podOf(manager: number, change: number): object {
  const list = Array.from({ length: containers }, (_, index) => ({
    name: `container-${String(index)}`,
    ...(manager === 0 && {
      image: `registry.example.com/app-${String(index)}:${String(change)}`,
      ports: [{ containerPort: 8000 + index, name: `port-${String(index)}` }],
      env: Array.from({ length: 4 }, (_, line) => ({
        name: `VARIABLE_${String(line)}`,
        value: `value-${String(line)}`,
      })),
      resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
    }),
    ...(manager === 1 && { image: `registry.example.com/app-${String(index)}:${String(change)}` }),
  }));
  const metadata = { name: 'pod', namespace: 'default', labels: { [`of-${managers[manager] ?? ''}`]: String(change) } };
  return { apiVersion: 'v1', kind: 'Pod', metadata, ...(manager < 2 && { spec: { containers: list } }) };
}

let podChange = 0;
let isPodMade = false;

async function applyPod(): Promise<void> {
  const opened = await shared();
  const place = { resource: find(opened, 'pods'), namespace: 'default', name: 'pod' };
  const by = (manager: number): Promise<void> => {
    const options = { fieldManager: managers[manager] ?? '', force: 'true' };
    return write(opened, place, { how: 'apply', object: podOf(manager, podChange), options });
  };
  if (!isPodMade) for (let manager = 0; manager < managers.length; manager += 1) await by(manager);
  isPodMade = true;
  podChange += 1;
  await by(0);
}

export const cases: readonly BenchCase[] = [
  {
    kind: 'cpu',
    name: 'apply a ConfigMap of 1 KB with one value changed, as a multiple of an update of it',
    subject: changing('apply'),
    baseline: changing('update'),
    atMost: 2,
  },
  {
    kind: 'cpu',
    name: 'apply a ConfigMap of 1 KB with nothing changed, as a multiple of an update that changes one value',
    subject: same,
    baseline: changing('update'),
    atMost: 1,
  },
  {
    kind: 'cpu',
    name: 'apply a Pod with 5 containers and 3 managers',
    subject: applyPod,
    atMostMs: 1,
    close: async () => (await shared()).close(),
  },
];
