/** Makes this thread a worker of the one that has started it. */
import { parentPort, workerData } from 'node:worker_threads';

import type { WorkerSettings } from '../messages.ts';
import { serve } from './serve.ts';

export function serveParent(): void {
  if (parentPort === null) throw new Error('this is run as a worker thread, and nothing else');
  serve(parentPort, workerData as WorkerSettings);
}
