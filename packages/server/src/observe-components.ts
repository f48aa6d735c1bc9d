/**
 * Observes the components of the cluster for ComponentStatuses: the stores, the controllers and the scheduler. Those of
 * this process are asked directly, the others on the loopback ports of kube-controller-manager and kube-scheduler.
 */
import { componentNames, componentStatusOf, type ComponentHealth } from '@keelson/api';
import type { Callouts } from '@keelson/callouts';
import type { Observe } from '@keelson/registry';
import type { Storage } from '@keelson/storage';

import type { ServerConfiguration } from './configuration.ts';

export interface ComponentParts extends Pick<ServerConfiguration, 'controllers' | 'simulation' | 'store'> {
  readonly storage: Pick<Storage, 'currentRevision'>;
  readonly callouts: Pick<Callouts, 'call'>;
}

type Check = () => Promise<Omit<ComponentHealth, 'name'>>;

const controllersPort = 10_257;
const schedulerPort = 10_259;
const timeoutMs = 2_000;
const maxAnswerBytes = 10 * 1_024;

const healthy: Check = () => Promise.resolve({ isHealthy: true, message: 'ok' });

export function observeComponents(parts: ComponentParts): Observe {
  const { controllers, simulation, store, callouts } = parts;
  const checks = new Map<string, Check>([
    [componentNames.controllers, controllers.names.length > 0 ? healthy : () => probe(callouts, controllersPort)],
    [componentNames.scheduler, simulation === undefined ? () => probe(callouts, schedulerPort) : healthy],
  ]);
  const stores = store.etcd?.endpoints.length ?? 1;
  for (let index = 0; index < stores; index += 1) checks.set(componentNames.store(index), () => checkStore(parts));
  return (_, name) => {
    const asked = [...checks].filter(([each]) => name === undefined || each === name);
    return Promise.all(asked.map(async ([each, check]) => componentStatusOf({ name: each, ...(await check()) })));
  };
}

async function checkStore({ storage }: Pick<ComponentParts, 'storage'>): ReturnType<Check> {
  try {
    await storage.currentRevision({ deadline: Date.now() + timeoutMs });
    return { isHealthy: true, message: '{"health":"true"}' };
  } catch (error) {
    return { isHealthy: false, message: error instanceof Error ? error.message : 'unknown' };
  }
}

/** The certificate is not verified: nothing secret is sent, and the answer is only shown. */
async function probe(callouts: Pick<Callouts, 'call'>, port: number): ReturnType<Check> {
  const origin = `https://127.0.0.1:${port}`;
  const target = { name: origin, address: { kind: 'url', origin }, skipsVerification: true } as const;
  const request = { method: 'GET', path: '/healthz', headers: {}, body: [], timeoutMs, maxAnswerBytes };
  const answer = await callouts.call(target, request);
  if (!answer.ok) return { isHealthy: false, message: `Get "${origin}/healthz": ${answer.message}` };
  return { isHealthy: answer.status >= 200 && answer.status < 400, message: answer.body.toString('utf8') };
}
