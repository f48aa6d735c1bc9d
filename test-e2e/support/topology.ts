/** The topology of deploy/compose.yaml as processes: three members of etcd, three replicas, and the balancer if wanted. */
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startBalancer } from './balancer.ts';
import type { Balancer } from './balancer.ts';
import { composedProcess, readComposition } from './compose.ts';
import type { ComposedProcess } from './compose.ts';
import { eventually } from './eventually.ts';
import { askOver } from './tls.ts';

export const memberNames = ['etcd-1', 'etcd-2', 'etcd-3'];
export const replicaNames = ['keelson-1', 'keelson-2', 'keelson-3'];

export interface Topology {
  readonly folder: string;
  readonly balancer: Balancer;
  /** For `name` of an administrator or of a client, as they reach the balancer. */
  kubeconfig(name: string): string;
  processOf(service: string): ComposedProcess;
  /** Of a replica, or of the balancer. */
  portOf(service: string): number;
  untilReady(service: string): Promise<void>;
  /** Connections from the balancer to each replica that it sends new ones to. */
  connections(): Promise<ReadonlyMap<string, number>>;
  close(): Promise<void>;
}

export async function startTopology(): Promise<Topology> {
  const folder = await mkdtemp(join(tmpdir(), 'keelson-compose-'));
  const composition = await readComposition(folder);
  const pki = composedProcess(composition, 'pki');
  pki.start();
  await eventually(() => access(join(folder, 'pki/clients/prometheus.kubeconfig')));
  const processes = new Map<string, ComposedProcess>();
  for (const service of [...memberNames, ...replicaNames])
    processes.set(service, composedProcess(composition, service));
  for (const process of processes.values()) process.start();
  const given = Object.entries(composition.services['balancer']?.environment ?? {});
  const balancer = startBalancer(
    Object.fromEntries(given.map(([name, value]) => [name, composition.localize('balancer', value)])),
  );
  const portOf = (service: string): number => composition.portOf(service, 6443);
  const checkReady = async (service: string): Promise<void> => {
    const asked = await askOver(`https://127.0.0.1:${String(portOf(service))}`, '/readyz').catch(String);
    if (typeof asked !== 'string' && asked.status === 200) return;
    const process = processes.get(service) ?? balancer;
    throw new Error(`${service}: ${JSON.stringify(asked)}\n${process.printed()}`);
  };
  const topology: Topology = {
    folder,
    balancer,
    kubeconfig: (name) => join(folder, 'pki', `${name}.kubeconfig`),
    processOf: (service) => {
      const found = processes.get(service);
      if (found === undefined) throw new Error(`${service} was not started`);
      return found;
    },
    portOf,
    untilReady: (service) => eventually(() => checkReady(service)),
    connections: async () => connectionsIn(await balancerMetrics(composition.portOf('balancer', 8404))),
    close: async () => {
      await balancer.kill();
      await Promise.all([...processes.values()].map((each) => each.kill()));
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    for (const service of [...replicaNames, 'balancer']) await topology.untilReady(service);
    // Connections that were opened before it has seen all would stay where they are.
    await eventually(async () => {
      const { size } = await topology.connections();
      if (size < replicaNames.length) throw new Error(`the balancer uses ${String(size)} replicas`);
    });
  } catch (error) {
    await topology.close();
    throw error;
  }
  return topology;
}

async function balancerMetrics(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/metrics`);
  return answer.text();
}

const ofServer = (name: string) =>
  new RegExp(`^haproxy_server_${name}\\{proxy="replicas",server="([^"]+)".*\\} (\\d+)$`, 'gm');

function connectionsIn(metrics: string): ReadonlyMap<string, number> {
  const read = (pattern: RegExp) =>
    new Map([...metrics.matchAll(pattern)].map(([, name = '', value]) => [name, Number(value)]));
  const sessions = read(ofServer('current_sessions'));
  const isUp = read(/^haproxy_server_status\{proxy="replicas",server="([^"]+)",state="UP"\} (\d+)$/gm);
  return new Map([...sessions].filter(([name]) => isUp.get(name) === 1));
}
