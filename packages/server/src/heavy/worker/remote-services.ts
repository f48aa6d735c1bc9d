/** The services of the main thread as a worker has them: each call is a message, and its reply settles it. */
import type { MessagePort } from 'node:worker_threads';

import type { Ended, ServiceCall } from '../messages.ts';
import { makePortable, restoreError } from '../portable.ts';
import type { Services } from '../services.ts';

export interface RemoteServices {
  readonly services: Services;
  settle(id: number, ended: Ended<unknown>): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** `currentJob` tells on whose behalf a call is made. */
export function createRemoteServices(port: Pick<MessagePort, 'postMessage'>, currentJob: () => number): RemoteServices {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;

  const call = async (method: keyof Services, args: readonly unknown[]): Promise<unknown> => {
    const id = (lastId += 1);
    const message: ServiceCall = { type: 'call', id, job: currentJob(), method, args };
    const { value, transfer } = makePortable(message);
    const settled = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    port.postMessage(value, transfer);
    return settled;
  };
  const remote =
    (method: keyof Services) =>
    (...args: readonly unknown[]) =>
      call(method, args);

  return {
    // The cast is safe: both ends are made of the same interface, so the result has the type of the service called.
    services: Object.fromEntries(methods.map((method) => [method, remote(method)])) as unknown as Services,
    settle: (id, ended) => {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (ended.ok) resolve?.(ended.value);
      else reject?.(restoreError(ended.error));
    },
  };
}

const named: Record<keyof Services, true> = {
  create: true,
  update: true,
  delete: true,
  get: true,
  list: true,
  whenLoaded: true,
  waitFor: true,
  authorize: true,
  rulesFor: true,
  answerPostedReview: true,
  allocate: true,
  endAllocation: true,
  catchUpRanges: true,
  matchWebhooks: true,
  callWebhook: true,
  reportWebhook: true,
};
const methods = Object.keys(named) as readonly (keyof Services)[];
