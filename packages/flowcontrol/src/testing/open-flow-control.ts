/** For tests: flow control with levels and schemas, over a clock that goes on when it is told to. */
import type { FlowSchema, PolicyRulesWithSubjects, PriorityLevelConfiguration } from '@keelson/api';
import { createMetrics, silentLogger } from '@keelson/telemetry';

import { FlowControl } from '../flow-control.ts';
import type { FlowRequest } from '../flow-request.ts';
import type { ConfiguredLevel } from '../levels/priority-level.ts';
import type { ConfiguredSchema } from '../levels/schema-in-force.ts';
import type { Ticket } from '../ticket.ts';
import { ManualClock } from './manual-clock.ts';
import { requestFor } from './request-for.ts';

export type Queuing = NonNullable<
  NonNullable<PriorityLevelConfiguration['spec']['limited']>['limitResponse']['queuing']
>;

export const oneQueue: Queuing = { queues: 1, handSize: 1, queueLengthLimit: 2 };

export function level(name: string, shares: number, queuing?: Queuing): ConfiguredLevel {
  const limitResponse = queuing === undefined ? { type: 'Reject' } : { type: 'Queue', queuing };
  const limited = { assuredConcurrencyShares: shares, limitResponse };
  return { name, uid: `uid of ${name}`, spec: { type: 'Limited', limited } };
}

export interface SchemaOptions {
  readonly flowsBy?: 'ByUser' | 'ByNamespace';
  readonly precedence?: number;
  readonly users?: readonly string[];
  readonly resourceRules?: NonNullable<PolicyRulesWithSubjects['resourceRules']>;
}

const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true };

export function schemaFor(name: string, levelName: string, options: SchemaOptions = {}): ConfiguredSchema {
  const { flowsBy, precedence = 500, users = ['*'], resourceRules = [everything] } = options;
  const spec: FlowSchema['spec'] = {
    priorityLevelConfiguration: { name: levelName },
    matchingPrecedence: precedence,
    ...(flowsBy !== undefined && { distinguisherMethod: { type: flowsBy } }),
    rules: [{ subjects: users.map((user) => ({ kind: 'User', user: { name: user } })), resourceRules }],
  };
  return { name, uid: `uid of ${name}`, spec };
}

/** Of six seats, one is for a level of one share: the level catch-all has five. */
export function openFlowControl(levels: readonly ConfiguredLevel[], schemas: readonly ConfiguredSchema[], seats = 6) {
  const clock = new ManualClock();
  const metrics = createMetrics({ release: '1.24', logger: silentLogger });
  const control = new FlowControl({
    now: clock.now,
    runAfter: clock.runAfter,
    seats,
    requestTimeoutMs: 60_000,
    domain: 'k8s.io',
    metrics,
    countObjects: () => 1_000,
  });
  control.configuration.apply(levels, schemas);
  const ask = (request: FlowRequest): Ticket | undefined => control.ask(request, control.classify(request));
  const get = (user = 'alice'): Ticket | undefined => ask(requestFor(user, 'get'));
  return { clock, control, metrics, ask, get };
}
