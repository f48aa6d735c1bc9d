/**
 * A real etcd for tests, of one or more members, on free ports and in a directory
 * of its own. Its members can be killed, frozen and started again.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { makeCertificates } from './certificates.ts';
import type { Certificates } from './certificates.ts';

export interface EtcdMember {
  readonly url: string;
  signal(signal: NodeJS.Signals): void;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on its data. */
  start(): void;
}

export interface EtcdCluster {
  readonly urls: readonly string[];
  readonly credentials: Certificates['credentials'] | undefined;
  readonly members: readonly EtcdMember[];
  close(): Promise<void>;
}

export interface EtcdClusterOptions {
  readonly members: number;
  readonly isTls: boolean;
  readonly args?: readonly string[];
}

interface Ports {
  readonly client: number;
  readonly peer: number;
}

export async function startEtcd(options: EtcdClusterOptions): Promise<EtcdCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'keelson-etcd-'));
  const certificates = options.isTls ? makeCertificates(directory, 'etcd') : undefined;
  const ports: Ports[] = [];
  for (let member = 0; member < options.members; member += 1)
    ports.push({ client: await freePort(), peer: await freePort() });
  const members = ports.map((_, index) =>
    startMember(
      argsOf({ ...options, directory, ports, index, files: certificates?.files }),
      urlOf(options, ports[index]),
    ),
  );
  return {
    urls: members.map(({ url }) => url),
    credentials: certificates?.credentials,
    members,
    close: async () => {
      await Promise.all(members.map((member) => member.kill()));
      await rm(directory, { recursive: true });
    },
  };
}

function startMember(args: readonly string[], url: string): EtcdMember {
  let child: ChildProcess | undefined;
  const start = (): void => {
    child = spawn('etcd', args, { stdio: 'ignore' });
  };
  start();
  return {
    url,
    signal: (signal) => child?.kill(signal),
    kill: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    start,
  };
}

interface MemberOptions extends EtcdClusterOptions {
  readonly directory: string;
  readonly ports: readonly Ports[];
  readonly index: number;
  readonly files: Certificates['files'] | undefined;
}

const urlOf = ({ isTls }: Pick<EtcdClusterOptions, 'isTls'>, ports: Ports | undefined): string =>
  `${isTls ? 'https' : 'http'}://127.0.0.1:${ports?.client ?? 0}`;

function argsOf(options: MemberOptions): readonly string[] {
  const { directory, ports, index, files, isTls } = options;
  const peerUrl = (port: number): string => `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`;
  const client = urlOf(options, ports[index]);
  const peer = peerUrl(ports[index]?.peer ?? 0);
  const tls = (prefix: string): readonly string[] =>
    files === undefined
      ? []
      : [
          `--${prefix}cert-file`,
          files.cert,
          `--${prefix}key-file`,
          files.key,
          `--${prefix}trusted-ca-file`,
          files.ca,
        ].concat(`--${prefix}client-cert-auth`);
  return [
    ...['--name', `m${index}`, '--data-dir', join(directory, `m${index}`)],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', ports.map((port, number) => `m${number}=${peerUrl(port.peer)}`).join()],
    ...tls(''),
    ...tls('peer-'),
    ...(options.args ?? []),
  ];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until a condition holds; for what a cluster does in its own time. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${timeoutMs} ms`);
    await setTimeout(20);
  }
}
