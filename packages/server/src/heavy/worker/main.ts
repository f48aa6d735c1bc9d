/** The entry of a worker thread. */
import { parentPort, workerData } from 'node:worker_threads';

import type { WorkerSettings } from '../messages.ts';
import { serve } from './serve.ts';

if (parentPort === null) throw new Error('this is run as a worker thread, and nothing else');
serve(parentPort, workerData as WorkerSettings);
