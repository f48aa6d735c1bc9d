/** Turns by priority and fairness. Requests that last as long as their clients like are in no flow, but watches. */
import { isInNoFlow, type FlowControl } from '@keelson/flowcontrol';

import type { Turns } from '../exchange/turns.ts';
import { uncounted } from './in-flight.ts';

export function createFairTurns(control: FlowControl): Turns {
  return {
    classify: (request) => (isInNoFlow(request.attributes) ? undefined : control.classify(request)),
    ask: (request, schema) => (schema === undefined ? uncounted : control.ask(request, schema)),
    watch: (watched) => control.watch(watched),
    count: (kind) => control.count(kind),
    peak: (kind, phase) => control.peak(kind, phase),
  };
}
