/** Turns by priority and fairness. Requests that last as long as their clients like are in no flow, but watches. */
import type { FlowControl } from '@keelson/flowcontrol';
import type { RequestAttributes } from '@keelson/meta';

import type { Turns } from '../exchange/turns.ts';
import { uncounted } from './in-flight.ts';

const profilingPath = '/debug/pprof/';
const longRunningSubresources = new Set(['attach', 'exec', 'log', 'portforward', 'proxy']);

export function createFairTurns(control: FlowControl): Turns {
  return {
    classify: (request) => (isLongRunning(request.attributes) ? undefined : control.classify(request)),
    ask: (request, schema) => (schema === undefined ? uncounted : control.ask(request, schema)),
    watch: (watched) => control.watch(watched),
    count: (kind) => control.count(kind),
  };
}

function isLongRunning(attributes: RequestAttributes): boolean {
  if (attributes.verb === 'proxy') return true;
  if (attributes.kind === 'path') return attributes.path.startsWith(profilingPath);
  return longRunningSubresources.has(attributes.subresource);
}
