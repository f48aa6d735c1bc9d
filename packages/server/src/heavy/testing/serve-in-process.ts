/** A worker without a thread: the same code on both sides of a real channel, for tests that run on the sources. */
import { MessageChannel } from 'node:worker_threads';

import type { FromWorker } from '../messages.ts';
import { makePortable } from '../portable.ts';
import { serve } from '../worker/serve.ts';
import type { StartConfiguredWorker } from '../worker-thread.ts';

export const serveInProcess: StartConfiguredWorker = (settings, listener) => {
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (message: FromWorker) => listener.onMessage(message));
  serve(port2, settings);
  return {
    send: (message) => {
      const { value, transfer } = makePortable(message);
      port1.postMessage(value, transfer);
    },
    end: () => {
      port1.close();
      listener.onEnd(undefined);
      return Promise.resolve();
    },
  };
};
