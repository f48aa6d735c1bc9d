/** Faults of replicas, and of single worker processes of them. */
import { setTimeout as delay } from 'node:timers/promises';

import { killProcess } from '../support/worker-processes.ts';
import type { FaultKind } from './check/explanations.ts';
import type { FaultMaker, FaultParts } from './fault-parts.ts';
import type { Replica } from './world.ts';

const pickReplica = ({ world, random }: FaultParts): Replica => random.pick(world.replicas);

export const ofReplicas: Readonly<Partial<Record<FaultKind, FaultMaker>>> = {
  // Where there are workers, the supervisor is killed, and they have to notice: no container engine ends them.
  'kill-replica': async (parts, lastingMs) => {
    const { name, process } = pickReplica(parts);
    await process.kill();
    await delay(lastingMs / 4);
    process.start();
    return name;
  },
  'pause-replica': async (parts, lastingMs) => {
    const { name, process, workerPids } = pickReplica(parts);
    const workers = await workerPids();
    process.signal('SIGSTOP');
    signalAll(workers, 'SIGSTOP');
    await delay(lastingMs);
    signalAll(workers, 'SIGCONT');
    process.signal('SIGCONT');
    return name;
  },
  'cut-from-store': async (parts, lastingMs) => {
    const { name, toStore } = pickReplica(parts);
    for (const proxy of toStore) proxy.cut();
    await delay(lastingMs);
    for (const proxy of toStore) proxy.mend();
    return name;
  },
  'cut-from-clients': async (parts, lastingMs) => {
    const { name, toClients } = pickReplica(parts);
    toClients.cut();
    await delay(lastingMs / 2);
    toClients.mend();
    return name;
  },
  'clock-jump': async (parts, lastingMs) => {
    const { name, setClock } = pickReplica(parts);
    await setClock(parts.random.below(240) - 60);
    await delay(lastingMs);
    await setClock(0);
    return name;
  },
};

/** For replicas with several workers. */
export const ofWorkers: Readonly<Partial<Record<FaultKind, FaultMaker>>> = {
  'kill-worker': async (parts, lastingMs) => {
    const { name, pid } = await pickWorker(parts);
    killProcess(pid, 'SIGKILL');
    await delay(lastingMs / 4);
    return name;
  },
  'pause-worker': async (parts, lastingMs) => {
    const { name, pid } = await pickWorker(parts);
    killProcess(pid, 'SIGSTOP');
    await delay(lastingMs);
    signalAll([pid], 'SIGCONT');
    return name;
  },
};

/** Rejects where the replica has none at this moment. */
async function pickWorker(parts: FaultParts): Promise<{ readonly name: string; readonly pid: number }> {
  const { name, workerPids } = pickReplica(parts);
  const pids = await workerPids();
  if (pids.length === 0) throw new Error(`${name} has no workers`);
  const pid = parts.random.pick(pids);
  return { name: `${name}, worker ${String(pid)}`, pid };
}

/** One that has ended meanwhile is passed over. */
function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      killProcess(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
