/** Starts the process that the load comes from. */
import { fork } from 'node:child_process';

import type { Done, Job } from './job.ts';

export interface Generator {
  /** `onBegun`: of a flood or of watchers, that all of their connections are open. */
  run(job: Job, onBegun?: () => void): Promise<Done>;
  close(): void;
}

export function startGenerator(): Generator {
  // A collector with threads of its own would take the processors from what is measured, where these are few.
  const execArgv = ['--single-threaded-gc'];
  const child = fork(new URL('./main.js', import.meta.url), {
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    run: (job, onBegun) =>
      new Promise((resolve, reject) => {
        child.on('message', function take(message: Message) {
          if ('hasBegun' in message) {
            onBegun?.();
            return;
          }
          child.off('message', take);
          if (message.done === undefined) reject(new Error(message.error));
          else resolve(message.done);
        });
        child.send(job);
      }),
    close: () => child.disconnect(),
  };
}

type Message = { readonly hasBegun: true } | { readonly done?: Done; readonly error?: string };
