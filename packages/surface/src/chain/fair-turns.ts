/** Turns by priority and fairness. Requests that last as long as their clients like are in no flow, but watches. */
import type { FlowControl } from '@keelson/flowcontrol';
import type { RequestAttributes } from '@keelson/meta';

import type { Turns } from '../exchange/turns.ts';
import { isLongRunning } from '../request/long-running.ts';
import { uncounted } from './in-flight.ts';

const profilingPath = '/debug/pprof/';

export function createFairTurns(control: FlowControl): Turns {
  return {
    classify: (request) => (isInNoFlow(request.attributes) ? undefined : control.classify(request)),
    ask: (request, schema) => (schema === undefined ? uncounted : control.ask(request, schema)),
    watch: (watched) => control.watch(watched),
    count: (kind) => control.count(kind),
    peak: (kind, phase) => control.peak(kind, phase),
  };
}

function isInNoFlow(attributes: RequestAttributes): boolean {
  if (attributes.kind === 'path') return attributes.path.startsWith(profilingPath);
  return isLongRunning(attributes);
}
