/** The process that the load comes from: takes one job at a time from its parent, and tells what came of it. */
import type { Done, Job } from './job.ts';
import { runFanOut } from './run-fan-out.ts';
import { runRequests } from './run-requests.ts';

function run(job: Job): Promise<Done> {
  switch (job.kind) {
    case 'requests':
      return runRequests(job);
    case 'fanOut':
      return runFanOut(job);
  }
}

process.on('message', (job: Job) => {
  run(job).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
