/**
 * Companions of the measured servers, which run their pods. Keelson simulates nodes itself; a peer has its own
 * controller manager, and the same simulator as a client.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Target } from './target.ts';

export const simulatedNodes = 20;

const program = join(import.meta.dirname, '..', '..', '..', '..', 'bin', 'keelson');
const rules = {
  pods: [{ startAfter: '200ms', runFor: '1s' }],
  nodes: [{ capacity: { cpu: '64', memory: '256Gi', pods: '500' } }],
};

/** The flags of a server that simulates the nodes itself. `folder` takes the file of rules. */
export async function simulationFlags(folder: string): Promise<readonly string[]> {
  return [`--simulate-nodes=${simulatedNodes}`, `--simulate-rules=${await writeRules(folder)}`];
}

async function writeRules(folder: string): Promise<string> {
  const path = join(folder, 'simulation.json');
  await writeFile(path, JSON.stringify(rules));
  return path;
}

/** `manager`: the path of a kube-controller-manager. Returns a function that stops both. */
export async function startCompanions(
  { server }: Target,
  folder: string,
  manager: string,
): Promise<() => Promise<void>> {
  const kubeconfig = join(folder, 'peer.kubeconfig');
  const cluster = { server: `https://${server.place.host}:${server.place.port}`, 'insecure-skip-tls-verify': true };
  const config = {
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'peer' },
    clusters: [{ name: 'peer', cluster }],
    users: [{ name: 'peer', user: { token: server.token } }],
    contexts: [{ name: 'peer', context: { cluster: 'peer', user: 'peer' } }],
  };
  await writeFile(kubeconfig, JSON.stringify(config));
  const simulating = [`--kubeconfig=${kubeconfig}`, `--nodes=${simulatedNodes}`, `--rules=${await writeRules(folder)}`];
  const managing = [
    ...[`--kubeconfig=${kubeconfig}`, '--leader-elect=false', '--secure-port=0'],
    ...['--controllers=job,ttl-after-finished,garbagecollector', '--feature-gates=TTLAfterFinished=true'],
    // Its default of 20 requests a second would be the only thing measured.
    ...['--kube-api-qps=1000', '--kube-api-burst=2000'],
  ];
  const running = [
    spawn(process.execPath, [program, 'simulate-nodes', ...simulating], { stdio: 'ignore' }),
    spawn(manager, managing, { stdio: 'ignore' }),
  ];
  return async () => {
    await Promise.all(running.map(end));
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
