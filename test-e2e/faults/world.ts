/**
 * Three replicas over three members, as in deploy/compose.yaml, with a proxy on every way that can be cut: from each
 * replica to the members, and from clients to each replica.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { composedProcess, readComposition } from '../support/compose.ts';
import type { ComposedProcess, Composition } from '../support/compose.ts';
import { eventually } from '../support/eventually.ts';
import { askOver } from '../support/tls.ts';
import { workerPidsOf } from '../support/worker-processes.ts';
import { startProxy } from './proxy.ts';
import type { Proxy } from './proxy.ts';

const run = promisify(execFile);

export const token = 'a-token-for-faults';
const memberNames = ['etcd-1', 'etcd-2', 'etcd-3'];
const replicaNames = ['keelson-1', 'keelson-2', 'keelson-3'];

export interface Node {
  readonly name: string;
  readonly process: ComposedProcess;
}

export interface Replica extends Node {
  /** As clients reach it. */
  readonly url: string;
  readonly toClients: Proxy;
  readonly toStore: readonly Proxy[];
  /** Sets its clock off by so many seconds. */
  setClock(offsetSeconds: number): Promise<void>;
  isReady(): Promise<boolean>;
  /** Empty where one process serves. */
  workerPids(): Promise<readonly number[]>;
}

export interface World {
  readonly folder: string;
  readonly members: readonly Node[];
  readonly replicas: readonly Replica[];
  readonly hasFakeClock: boolean;
  /** The number of processes that serve as one replica. */
  readonly workers: number;
  /** etcd's own client, past all proxies. `endpoint`: of one member; all without it. */
  etcdctl(args: readonly string[], endpoint?: string): Promise<string>;
  readonly etcdArguments: readonly string[];
  memberUrl(name: string): string;
  untilReady(): Promise<void>;
  close(): Promise<void>;
}

const fakeClock = ['x86_64', 'aarch64']
  .map((machine) =>
    join(
      import.meta.dirname,
      `../../node_modules/.cache/keelson/libfaketime/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
    ),
  )
  .find((path) => existsSync(path));

export interface WorldOptions {
  /** In place of bin/keelson. */
  readonly program?: string | undefined;
  /** One by default. */
  readonly workers?: number | undefined;
}

export async function startWorld({ program, workers = 1 }: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-faults-'));
  const composition = await readComposition(folder);
  await writeFile(join(folder, 'tokens.csv'), `${token},admin,1,"system:masters"\n`);
  const pki = composedProcess(composition, 'pki');
  pki.start();
  await eventually(() => access(join(folder, 'pki/clients/prometheus.kubeconfig')));
  const members = memberNames.map((name) => ({ name, process: composedProcess(composition, name) }));
  for (const { process } of members) process.start();
  const replicas = await Promise.all(replicaNames.map((name) => makeReplica(composition, name, { program, workers })));
  for (const { process } of replicas) process.start();
  const memberUrl = (name: string): string => `https://127.0.0.1:${composition.portOf(name, 2379)}`;
  const file = (name: string): string => join(folder, 'pki', name);
  const secure = [`--cacert=${file('etcd/ca.crt')}`, `--cert=${file('apiserver-etcd-client.crt')}`].concat(
    `--key=${file('apiserver-etcd-client.key')}`,
  );
  const all = memberNames.map(memberUrl).join();
  const world: World = {
    folder,
    members,
    replicas,
    hasFakeClock: fakeClock !== undefined,
    workers,
    memberUrl,
    etcdArguments: [...secure, `--endpoints=${all}`],
    etcdctl: async (args, endpoint = all) => {
      const { stdout } = await run('etcdctl', [...secure, `--endpoints=${endpoint}`, '--command-timeout=10s', ...args]);
      return stdout;
    },
    untilReady: () =>
      eventually(async () => {
        // Fails where one of the members is not there: with two, the third would be missed by nobody.
        await world.etcdctl(['endpoint', 'health']);
        for (const replica of replicas) {
          if (!(await replica.isReady())) throw new Error(`${replica.name}: ${replica.process.printed()}`);
        }
      }, 60_000),
    close: async () => {
      await Promise.all([...replicas, ...members].map(({ process }) => process.kill()));
      for (const { toClients, toStore } of replicas) for (const proxy of [toClients, ...toStore]) proxy.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await world.untilReady();
  } catch (error) {
    await world.close();
    throw error;
  }
  return world;
}

async function makeReplica(
  composition: Composition,
  name: string,
  { program, workers = 1 }: WorldOptions,
): Promise<Replica> {
  const ports = memberNames.map((member) => composition.portOf(member, 2379));
  const toStore = await Promise.all(ports.map((port) => startProxy(port)));
  const toClients = await startProxy(composition.portOf(name, 6443));
  const clock = join(composition.folder, `${name}.clock`);
  await writeFile(clock, '+0');
  const throughProxies: Composition = {
    ...composition,
    localize: (service, said) =>
      ports.reduce(
        (text, port, index) => text.replace(`127.0.0.1:${port}`, `127.0.0.1:${toStore[index]?.port ?? 0}`),
        composition.localize(service, said),
      ),
  };
  const process = composedProcess(throughProxies, name, {
    ...(program !== undefined && { program }),
    args: [
      `--token-auth-file=${join(composition.folder, 'tokens.csv')}`,
      '--controllers=namespace',
      `--workers=${String(workers)}`,
    ],
    environment: { NODE_OPTIONS: '', ...clockEnvironment(clock) },
  });
  const url = `https://127.0.0.1:${toClients.port}`;
  return {
    name,
    url,
    process,
    toClients,
    toStore,
    workerPids: async () => (workers > 1 ? workerPidsOf({ process: { pid: process.pid() } }) : []),
    setClock: (offsetSeconds) => writeFile(clock, `${offsetSeconds < 0 ? '' : '+'}${offsetSeconds}`),
    isReady: () =>
      askOver(url, '/readyz').then(
        ({ status }) => status === 200,
        () => false,
      ),
  };
}

/** The wall clock alone: the machine's own clock of intervals never jumps. */
function clockEnvironment(file: string): Readonly<Record<string, string>> {
  if (fakeClock === undefined) return {};
  return {
    LD_PRELOAD: fakeClock,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}
