/** Serves the main thread over a port: jobs are carried out as they come, side by side where they wait. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { MessagePort } from 'node:worker_threads';

import type { Job, JobResult, VersionCopy } from '../jobs.ts';
import type { Ended, FromWorker, ToWorker, WorkerSettings } from '../messages.ts';
import { copyError, makePortable } from '../portable.ts';
import { openWorkerRegistry } from './open-registry.ts';
import { createRemoteServices } from './remote-services.ts';
import { createRemoteCache } from './remote-cache.ts';
import { runJob } from './run-job.ts';

interface CurrentJob {
  readonly id: number;
  readonly object: VersionCopy | undefined;
}

export function serve(port: MessagePort, settings: WorkerSettings): void {
  const jobs = new AsyncLocalStorage<CurrentJob>();
  const { services, settle } = createRemoteServices(port, () => jobs.getStore()?.id ?? 0);
  const remote = createRemoteCache({ services, currentObject: () => jobs.getStore()?.object });
  const engine = openWorkerRegistry(settings, services, remote);

  const post = (message: FromWorker): void => {
    const { value, transfer } = makePortable(message);
    port.postMessage(value, transfer);
  };
  const carryOut = async (id: number, job: Job): Promise<void> => {
    const ended = await endOf(
      jobs.run({ id, object: job.kind === 'registry' ? job.current : undefined }, () =>
        runJob(engine, job, remote.isKnown),
      ),
    );
    post({ type: 'end', id, ended });
  };

  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'job':
        carryOut(message.id, message.job).catch((error: unknown) => {
          post({ type: 'end', id: message.id, ended: { ok: false, error: copyError(error) } });
        });
        break;
      case 'reply':
        settle(message.id, message.ended);
        break;
      case 'ping':
        post({ type: 'pong' });
        break;
    }
  });
  post({ type: 'ready' });
}

async function endOf(running: Promise<JobResult>): Promise<Ended<JobResult>> {
  try {
    return { ok: true, value: await running };
  } catch (error) {
    return { ok: false, error: copyError(error) };
  }
}
