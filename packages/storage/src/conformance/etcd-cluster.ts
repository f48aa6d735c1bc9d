/**
 * A real etcd for tests, of one or more members, on free ports and in a directory
 * of its own. Its members can be killed, frozen, cut off and started again.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { restoreMembers, saveSnapshot } from './etcd-backup.ts';
import { makeCertificates } from './certificates.ts';
import type { Certificates } from './certificates.ts';
import { isLeader } from './etcd-leader.ts';
import { startMember } from './etcd-member.ts';
import type { EtcdMember } from './etcd-member.ts';
import { makeNetwork } from './etcd-network.ts';
import type { MemberNetwork } from './etcd-network.ts';
import { freePort } from './free-port.ts';

export { addMember, removeMember } from './etcd-membership.ts';
export { canMakeNetworks } from './etcd-network.ts';
export type { EtcdMember } from './etcd-member.ts';
export { freePort } from './free-port.ts';

export interface EtcdCluster {
  readonly urls: readonly string[];
  readonly credentials: Certificates['credentials'] | undefined;
  /** The same as files. */
  readonly files: Certificates['files'] | undefined;
  readonly members: readonly EtcdMember[];
  /** The member that leads now. Fails if nobody says so of itself within ten seconds. */
  leader(): Promise<EtcdMember>;
  /** Only without TLS. */
  saveSnapshot(file: string): Promise<void>;
  /** Stops all members, puts the snapshot in the place of their data, and starts them again at the same addresses. */
  restoreSnapshot(file: string, options?: RestoreOptions): Promise<void>;
  close(): Promise<void>;
}

export interface RestoreOptions {
  /** With another one than before the ids of the cluster and its members differ. */
  readonly token?: string;
  /** Called with other addresses, at which the restored members serve first. */
  readonly meanwhile?: (urls: readonly string[]) => Promise<void>;
}

export interface EtcdClusterOptions {
  readonly members: number;
  readonly isTls: boolean;
  /** Puts each member into a network of its own. Fails where `canMakeNetworks` says no. */
  readonly isCuttable?: boolean;
  readonly args?: readonly string[];
  /** The certificates of all members, in place of generated ones. Only with TLS. */
  readonly files?: Certificates['files'] | undefined;
}

/** `host:port`. */
interface Addresses {
  readonly client: string;
  readonly peer: string;
}

export async function startEtcd(options: EtcdClusterOptions): Promise<EtcdCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'keelson-etcd-'));
  const network = options.isCuttable === true ? makeNetwork(options.members) : undefined;
  const addresses: Addresses[] = [];
  for (let index = 0; index < options.members; index += 1) addresses.push(await addressesOf(network?.members[index]));
  const hosts = addresses.flatMap(({ client, peer }) => [hostOf(client), hostOf(peer)]);
  const made = options.isTls && options.files === undefined;
  const certificates = made ? makeCertificates(directory, 'etcd', hosts) : undefined;
  const files = options.files ?? certificates?.files;
  const startAt = (clients: readonly Addresses[]): readonly EtcdMember[] =>
    clients.map((_, index) => {
      const args = argsOf({ ...options, directory, addresses: clients, index, files });
      return startMember({
        url: urlOf(options, clients[index]),
        peerUrl: addressUrl(options, clients[index]?.peer ?? ''),
        name: nameOf(index),
        dataDirectory: join(directory, nameOf(index)),
        args,
        network: network?.members[index],
      });
    });
  const members = startAt(addresses);
  const credentials = certificates?.credentials;
  return {
    urls: members.map(({ url }) => url),
    credentials,
    files,
    members,
    leader: () => findLeader(members, credentials),
    saveSnapshot: (file) => saveSnapshot(members[0]?.url ?? '', file),
    restoreSnapshot: async (file, { token = defaultToken, meanwhile } = {}) => {
      await Promise.all(members.map((member) => member.kill()));
      const restored = addresses.map(({ peer }, index) => ({
        name: nameOf(index),
        dataDirectory: join(directory, nameOf(index)),
        peerUrl: addressUrl(options, peer),
      }));
      await restoreMembers(file, restored, token);
      if (meanwhile !== undefined) await serveElsewhere(addresses, startAt, meanwhile);
      for (const member of members) member.start();
    },
    close: async () => {
      await Promise.all(members.map((member) => member.kill()));
      network?.close();
      await rm(directory, { recursive: true });
    },
  };
}

/** Of etcd, where none is given. */
const defaultToken = 'etcd-cluster';

async function serveElsewhere(
  addresses: readonly Addresses[],
  startAt: (clients: readonly Addresses[]) => readonly EtcdMember[],
  run: (urls: readonly string[]) => Promise<void>,
): Promise<void> {
  const elsewhere: Addresses[] = [];
  for (const { peer } of addresses) elsewhere.push({ client: `127.0.0.1:${await freePort()}`, peer });
  const members = startAt(elsewhere);
  try {
    await run(members.map(({ url }) => url));
  } finally {
    await Promise.all(members.map((member) => member.kill()));
  }
}

async function findLeader(
  members: readonly EtcdMember[],
  credentials: Certificates['credentials'] | undefined,
): Promise<EtcdMember> {
  let leader: EtcdMember | undefined;
  await until(async () => {
    const answers = await Promise.all(members.map(({ url }) => isLeader(url, credentials)));
    leader = members[answers.indexOf(true)];
    return leader !== undefined;
  });
  if (leader === undefined) throw new Error('no member leads');
  return leader;
}

const hostOf = (address: string): string => address.slice(0, address.lastIndexOf(':'));

async function addressesOf(network: MemberNetwork | undefined): Promise<Addresses> {
  if (network !== undefined) return { client: `${network.clientAddress}:2379`, peer: `${network.peerAddress}:2380` };
  return { client: `127.0.0.1:${await freePort()}`, peer: `127.0.0.1:${await freePort()}` };
}

interface MemberOptions extends EtcdClusterOptions {
  readonly directory: string;
  readonly addresses: readonly Addresses[];
  readonly index: number;
  readonly files: Certificates['files'] | undefined;
}

const nameOf = (index: number): string => `m${index}`;

type Scheme = Pick<EtcdClusterOptions, 'isTls'>;

const urlOf = (scheme: Scheme, addresses: Addresses | undefined): string => addressUrl(scheme, addresses?.client ?? '');

const addressUrl = ({ isTls }: Scheme, address: string): string => `${isTls ? 'https' : 'http'}://${address}`;

function argsOf(options: MemberOptions): readonly string[] {
  const { directory, addresses, index, files } = options;
  const client = urlOf(options, addresses[index]);
  const peer = addressUrl(options, addresses[index]?.peer ?? '');
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
    ...['--name', nameOf(index), '--data-dir', join(directory, nameOf(index))],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...[
      '--initial-cluster',
      addresses.map((each, number) => `${nameOf(number)}=${addressUrl(options, each.peer)}`).join(),
    ],
    ...tls(''),
    ...tls('peer-'),
    ...(options.args ?? []),
  ];
}

/** Waits until a condition holds; for what a cluster does in its own time. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 90_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`it did not happen within ${timeoutMs} ms`);
    await setTimeout(20);
  }
}
