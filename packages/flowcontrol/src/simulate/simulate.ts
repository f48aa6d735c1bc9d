/**
 * Replays recorded requests against a configuration of flow control that is not in force: who would have waited, and who
 * would have been refused. Time is that of the record; a request takes as long as it took.
 */
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { FlowControl } from '../flow-control.ts';
import type { FlowRequest } from '../flow-request.ts';
import type { ConfiguredLevel } from '../levels/priority-level.ts';
import type { ConfiguredSchema } from '../levels/schema-in-force.ts';
import type { Ticket } from '../ticket.ts';
import { ReplayClock } from './replay-clock.ts';

export interface RecordedRequest extends FlowRequest {
  /** Milliseconds from any fixed moment. */
  readonly receivedMs: number;
  readonly tookMs: number;
}

export interface SimulationOptions {
  readonly seats: number;
  readonly requestTimeoutMs: number;
  readonly domain: string;
  readonly levels: readonly ConfiguredLevel[];
  readonly schemas: readonly ConfiguredSchema[];
}

/** Of the requests of one user in one schema. */
export interface SimulatedFlow {
  readonly flowSchema: string;
  readonly priorityLevel: string;
  readonly user: string;
  requests: number;
  waited: number;
  refused: number;
  longestWaitMs: number;
}

/** Those who waited or were refused most come first. */
export function simulate(requests: readonly RecordedRequest[], options: SimulationOptions): readonly SimulatedFlow[] {
  const time = new ReplayClock();
  const { levels, schemas, ...limits } = options;
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const control = new FlowControl({ ...limits, metrics, countObjects: () => undefined, ...time.clock });
  control.configuration.apply(levels, schemas);
  const flows = new Map<string, SimulatedFlow>();
  for (const request of requests.toSorted((a, b) => a.receivedMs - b.receivedMs)) {
    time.advanceTo(request.receivedMs);
    ask(control, time, flows, request);
  }
  time.finish();
  return [...flows.values()].sort((a, b) => b.refused - a.refused || b.longestWaitMs - a.longestWaitMs);
}

function ask(
  control: FlowControl,
  time: ReplayClock,
  flows: Map<string, SimulatedFlow>,
  request: RecordedRequest,
): void {
  const schema = control.classify(request);
  const [flowSchema, priorityLevel, user] = [schema.configured.name, schema.level.name, request.user.name];
  const key = `${flowSchema}\n${user}`;
  const flow = flows.get(key) ?? {
    flowSchema,
    priorityLevel,
    user,
    requests: 0,
    waited: 0,
    refused: 0,
    longestWaitMs: 0,
  };
  flows.set(key, flow);
  flow.requests += 1;
  const ticket = control.ask(request, schema);
  if (ticket === undefined) {
    flow.refused += 1;
    return;
  }
  if (ticket.waiting !== undefined) flow.waited += 1;
  time.whenBegun(ticket, () => {
    follow(time, ticket, flow, request);
  });
}

function follow(time: ReplayClock, ticket: Ticket, flow: SimulatedFlow, request: RecordedRequest): void {
  if (!ticket.hasBegun) {
    flow.waited -= 1;
    flow.refused += 1;
    return;
  }
  flow.longestWaitMs = Math.max(flow.longestWaitMs, ticket.waitedMs);
  time.clock.runAfter(request.tookMs, () => ticket.done());
}
