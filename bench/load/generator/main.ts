/** The process that the load comes from: takes one job at a time from its parent, and tells what came of it. */
import type { Done, Job } from './job.ts';
import { runFanOut } from './run-fan-out.ts';
import { runFlood } from './run-flood.ts';
import { runInformers } from './run-informers.ts';
import { runPaced } from './run-paced.ts';
import { runRequests } from './run-requests.ts';

function run(job: Job, onBegun: () => void): Promise<Done> {
  switch (job.kind) {
    case 'requests':
      return runRequests(job);
    case 'fanOut':
      return runFanOut(job, onBegun);
    case 'paced':
      return runPaced(job);
    case 'flood':
      return runFlood(job, onBegun);
    case 'informers':
      return runInformers(job);
  }
}

process.on('message', (job: Job) => {
  run(job, () => process.send?.({ hasBegun: true })).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
