/**
 * kubectl beside simulated nodes, of the server itself and of a process of their own: Jobs complete, Deployments roll
 * out, nodes are drained, and users see why a pod waits.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';

import { useHomes } from './support/homes.ts';
import type { Home } from './support/serve.ts';
import { findKubectls, openSession } from './support/kubectl.ts';
import type { RunOptions, Session } from './support/kubectl.ts';
import { startSimulator } from './support/simulator.ts';

const newHome = useHomes();
let session: Session;

beforeAll(async () => {
  const home = await newHome();
  await home.start('--simulate-nodes=3', '--simulate-speed=5');
  session = sessionOf(home);
});

function sessionOf({ kubeconfig, folder }: Home): Session {
  const [kubectl] = findKubectls().toReversed();
  if (kubectl === undefined) throw new Error('there is no kubectl');
  return openSession(kubectl, kubeconfig, folder);
}

async function run(line: string, options: RunOptions = {}): Promise<string> {
  return (await session.run(line.split(' '), options)).out;
}

const deployment = JSON.stringify({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
});

describe('kubectl beside simulated nodes', () => {
  it('waits until a Job is complete', async () => {
    await run('create job hello --image=hello');
    await run('wait --for=condition=complete job/hello --timeout=25s');
    expect(await run('get pods -l job-name=hello')).toMatch(/Completed/);
  });

  it('rolls a Deployment out, and drains a node of its pods', async () => {
    await run('apply -f -', { input: deployment });
    expect(await run('rollout status deployment/web --timeout=25s')).toContain('successfully rolled out');
    await run('set image deployment/web web=web:2');
    expect(await run('rollout status deployment/web --timeout=25s')).toContain('successfully rolled out');
    await run('drain node-1 --timeout=25s --ignore-daemonsets');
    await run('rollout status deployment/web --timeout=25s');
    const nodes = await run('get pods -l app=web -o jsonpath={.items[*].spec.nodeName}');
    expect(nodes.split(' ')).toHaveLength(3);
    expect(nodes).not.toContain('node-1');
    expect(await run('get nodes')).toMatch(/node-1 +Ready,SchedulingDisabled/);
  });

  it('tells why a pod waits', async () => {
    await run('run large --image=i --overrides={"spec":{"nodeSelector":{"disk":"fast"}}}');
    await run('wait --for=condition=PodScheduled=false pod/large --timeout=25s');
    const described = await run('describe pod large');
    expect(described).toMatch(/Warning +FailedScheduling .*default-scheduler +0\/3 nodes are available:/);
    await run('label node node-2 disk=fast');
    await run('wait --for=condition=Ready pod/large --timeout=25s');
  });
});

describe('keelson simulate-nodes', () => {
  it('plays the nodes of a server as a client of it', async () => {
    const home = await newHome();
    await home.start();
    const simulator = await startSimulator(home, '--nodes=2', '--speed=5');
    const { run: kubectl } = sessionOf(home);
    await kubectl(['create', 'job', 'hello', '--image=hello']);
    await kubectl(['wait', '--for=condition=complete', 'job/hello', '--timeout=25s']);
    expect((await kubectl(['get', 'nodes', '-o', 'name'])).out).toBe('node/node-1\nnode/node-2\n');
    expect((await kubectl(['get', 'leases', '-n', 'kube-node-lease', '-o', 'name'])).out).toContain('node-1');
    const events = (await kubectl(['get', 'events', '-o', 'jsonpath={.items[*].reason}'])).out.split(' ');
    expect(events).toEqual(expect.arrayContaining(['Scheduled', 'Started', 'Completed']));
    expect(await simulator.stop()).toBe(0);
  });
});
