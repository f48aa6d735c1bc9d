/** What it costs to decide who may do what, with many roles, bindings and callers. */
import { createRbacAuthorizer } from '@keelson/auth';

import { bindingOf, callers, fillIndex, requestOf, sizes } from '../access-rules.ts';
import type { BenchCase } from '../bench-case.ts';

const requests = 100_000;

function timeMs(run: () => void): Promise<number> {
  const start = process.hrtime.bigint();
  run();
  return Promise.resolve(Number(process.hrtime.bigint() - start) / 1e6);
}

function open() {
  const index = fillIndex();
  return { index, authorizer: createRbacAuthorizer(index), users: callers() };
}

let opened: ReturnType<typeof open> | undefined;

/** Every caller has been here before, as nearly all have. */
function decide(): Promise<number> {
  const { authorizer, users } = (opened ??= open());
  return timeMs(() => {
    for (let at = 0; at < requests; at += 1) {
      const user = users[(at * 7919) % users.length];
      if (user !== undefined) authorizer.authorize(user, requestOf(at));
    }
  });
}

/** A binding changes before each hundredth request: all that was remembered is worked out again. */
function decideAmongChanges(): Promise<number> {
  const { index, authorizer, users } = (opened ??= open());
  return timeMs(() => {
    for (let at = 0; at < requests; at += 1) {
      if (at % 100 === 0) index.putBinding(bindingOf((at / 100) % sizes.bindings));
      const user = users[(at * 7919) % users.length];
      if (user !== undefined) authorizer.authorize(user, requestOf(at));
    }
  });
}

const many = `${String(sizes.roles)} roles, ${String(sizes.bindings)} bindings, ${String(sizes.callers)} callers`;

export const cases: readonly BenchCase[] = [
  { kind: 'time', name: `authorize 100,000 requests (${many})`, timeOnceMs: decide, atMostMs: 400 },
  {
    kind: 'time',
    name: 'authorize 100,000 requests while 1,000 bindings change',
    timeOnceMs: decideAmongChanges,
    atMostMs: 2_000,
  },
];
