/**
 * deploy/compose.yaml without containers: its commands, run as processes of this machine, in which names of containers
 * stand for free ports and mounted folders for folders of a test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parse } from 'yaml';

import { freePort } from './serve.ts';

const root = join(import.meta.dirname, '../..');

export interface ComposeService {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Composition {
  readonly folder: string;
  readonly services: Readonly<Record<string, ComposeService>>;
  /** Translates an argument or an environment value of a service into the one outside of its container. */
  localize(service: string, text: string): string;
  /** Of a port of a container. */
  portOf(service: string, port: number): number;
}

const listened = [2379, 2380, 2381, 6443, 8404];

export async function readComposition(folder: string): Promise<Composition> {
  const text = await readFile(join(root, 'deploy/compose.yaml'), 'utf8');
  const { services } = parse(text, { merge: true }) as { readonly services: Record<string, ComposeService> };
  const ports = new Map<string, number>();
  for (const service of Object.keys(services)) {
    for (const port of listened) ports.set(`${service}:${String(port)}`, await freePort());
    await mkdir(join(folder, service), { recursive: true });
  }
  await mkdir(join(folder, 'pki'), { recursive: true });
  const portOf = (service: string, port: number): number => ports.get(`${service}:${String(port)}`) ?? 0;
  return {
    folder,
    services,
    portOf,
    localize: (service, said) =>
      said
        .replace(/\$\{\w+:-(\w+)\}/g, '$1')
        .replace('/pki', join(folder, 'pki'))
        .replace('/data', join(folder, service))
        .replace('--bind-address=0.0.0.0', '--bind-address=127.0.0.1')
        .replace(/^--secure-port=(\d+)$/, (_, port: string) => `--secure-port=${String(portOf(service, Number(port)))}`)
        .replace('localhost:6443', `127.0.0.1:${String(portOf('balancer', 6443))}`)
        .replace(/^:(\d+)$/, (_, port: string) => `127.0.0.1:${String(portOf(service, Number(port)))}`)
        .replace(/0\.0\.0\.0:(\d+)/g, (_, port: string) => `127.0.0.1:${String(portOf(service, Number(port)))}`)
        .replace(
          /((?:etcd|keelson)-\d):(\d+)/g,
          (_, name: string, port: string) => `127.0.0.1:${String(portOf(name, Number(port)))}`,
        ),
  };
}

export interface ComposedProcess {
  start(): void;
  /** Ends it at once, as when its container is killed. */
  kill(): Promise<void>;
  /** As `docker stop`. Resolves to the exit code. */
  stop(): Promise<number | null>;
  signal(signal: NodeJS.Signals): void;
  printed(): string;
  pid(): number;
}

export interface ComposedOptions {
  /** In place of bin/keelson. */
  readonly program?: string;
  /** Behind those of the composition. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** The processes of etcd-N and keelson-N. */
export function composedProcess(
  composition: Composition,
  service: string,
  { program: own = join(root, 'bin/keelson'), args: more = [], environment = {} }: ComposedOptions = {},
): ComposedProcess {
  const [first = '', ...rest] = composition.services[service]?.command ?? [];
  const args = [...rest.map((each) => composition.localize(service, each)), ...more];
  const [program, all] = first === 'etcd' ? ['etcd', args] : [process.execPath, [own, first, ...args]];
  let child: ChildProcess | undefined;
  let said = '';
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return {
    start: () => {
      child = spawn(program, all, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-20_000)));
      }
    },
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    signal: (signal) => child?.kill(signal),
    printed: () => said,
    pid: () => {
      if (child?.pid === undefined) throw new Error(`${service} does not run`);
      return child.pid;
    },
  };
}
