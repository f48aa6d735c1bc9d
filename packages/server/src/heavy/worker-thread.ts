/** One worker thread: started, sent messages, and ended. Knows nothing of the messages' meaning. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

import type { FromWorker, ToWorker, WorkerSettings } from './messages.ts';
import { makePortable } from './portable.ts';

export interface WorkerThread {
  send(message: ToWorker): void;
  /** At once, whatever it does. */
  end(): Promise<void>;
}

export interface WorkerListener {
  onMessage(message: FromWorker): void;
  /** Called once, however it ended. */
  onEnd(error: Error | undefined): void;
}

/** Workers of one server: all have its settings. */
export type StartWorker = (listener: WorkerListener) => WorkerThread;

/** Starts a worker with its settings. */
export type StartConfiguredWorker = (settings: WorkerSettings, listener: WorkerListener) => WorkerThread;

/**
 * The heap limit of a worker. Beyond it the worker ends, and the server goes on: a job may hold
 * many times the bytes of its object.
 */
const mostMegabytes = 1_024;

/** Beside this file, or beside the bundle that this file is part of; and of the same kind of module. */
const entry = new URL(`worker/main${extname(import.meta.url)}`, import.meta.url);

export const startWorkerThread: StartConfiguredWorker = (settings, listener) => {
  const worker = new Worker(entry, {
    workerData: settings,
    name: 'heavy requests',
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  return listenTo(worker, listener);
};

export function listenTo(worker: Worker, listener: WorkerListener): WorkerThread {
  // It is ended in the order of the server, and does not hold up a process that ends otherwise.
  worker.unref();
  let error: Error | undefined;
  worker.on('message', (message: FromWorker) => listener.onMessage(message));
  worker.on('error', (fault: Error) => (error = fault));
  worker.on('exit', () => listener.onEnd(error));
  return {
    send: (message) => {
      const { value, transfer } = makePortable(message);
      worker.postMessage(value, transfer);
    },
    end: async () => {
      await worker.terminate();
    },
  };
}
