/** Starts the process that the load comes from. */
import { fork } from 'node:child_process';

import type { Done, Job } from './job.ts';

export interface Generator {
  run(job: Job): Promise<Done>;
  close(): void;
}

export function startGenerator(): Generator {
  const child = fork(new URL('./main.js', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        child.once('message', (message: { readonly done?: Done; readonly error?: string }) => {
          if (message.done === undefined) reject(new Error(message.error));
          else resolve(message.done);
        });
        child.send(job);
      }),
    close: () => child.disconnect(),
  };
}
