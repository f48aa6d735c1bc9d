/**
 * etcd in containers: one member or several, each at a port of this machine that stays over restarts. Needs an engine
 * (`hasContainerEngine`), the package testcontainers, and the image, which the engine pulls where it is missing.
 */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { GenericContainer, Network, Wait } from 'testcontainers';
import type { StartedNetwork, StartedTestContainer } from 'testcontainers';

/** As in deploy/compose.yaml. */
export const etcdImage = 'quay.io/coreos/etcd:v3.5.17';

export interface EtcdContainers {
  readonly urls: readonly string[];
  /** Kills a member and starts it again on its data. */
  restart(member: number): Promise<void>;
  close(): Promise<void>;
}

export interface EtcdContainersOptions {
  readonly members: number;
  readonly image?: string;
}

const [clientPort, peerPort] = [2379, 2380];
const nameOf = (member: number): string => `etcd-${String(member)}`;

export async function startEtcdContainers({
  members,
  image = etcdImage,
}: EtcdContainersOptions): Promise<EtcdContainers> {
  const network = await new Network().start();
  const ports = await Promise.all(Array.from({ length: members }, freePort));
  // Together: a member is up once a majority is.
  const started = await Promise.allSettled(
    ports.map((port, member) => startMember({ network, image, port, member, members })),
  );
  const containers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(containers.map((container) => container.stop({ timeout: 0 })));
    await network.stop();
  };
  for (const each of started) {
    if (each.status === 'fulfilled') continue;
    await close();
    throw each.reason;
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${String(port)}`),
    restart: async (member) => {
      await containers[member]?.restart({ timeout: 0 });
    },
    close,
  };
}

interface Starting {
  readonly network: StartedNetwork;
  readonly image: string;
  readonly port: number;
  readonly member: number;
  readonly members: number;
}

function startMember({ network, image, port, member, members }: Starting): Promise<StartedTestContainer> {
  const name = nameOf(member);
  const peerUrlOf = (other: string): string => `http://${other}:${String(peerPort)}`;
  const cluster = Array.from({ length: members }, (_, other) => `${nameOf(other)}=${peerUrlOf(nameOf(other))}`);
  const args = [
    ...['--name', name, '--data-dir', '/data'],
    ...['--listen-client-urls', `http://0.0.0.0:${String(clientPort)}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${String(port)}`],
    ...['--listen-peer-urls', peerUrlOf('0.0.0.0'), '--initial-advertise-peer-urls', peerUrlOf(name)],
    ...['--initial-cluster', cluster.join()],
  ];
  return new GenericContainer(image)
    .withNetwork(network)
    .withNetworkAliases(name)
    .withExposedPorts({ container: clientPort, host: port })
    .withCommand(['etcd', ...args])
    .withWaitStrategy(
      Wait.forLogMessage(/ready to serve client requests|serving (?:insecure )?client (?:requests|traffic)/),
    )
    .start();
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
