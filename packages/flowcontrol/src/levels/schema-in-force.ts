/** A flow schema whose level exists, with the flows that it has split its requests into. */
import type { FlowSchema } from '@keelson/api';

import { ClientAccounts } from '../accounts/client-accounts.ts';
import type { SchemaRank } from '../classify/flow-schemas.ts';
import type { FlowRequest } from '../flow-request.ts';
import type { FlowCells } from '../metrics/flow-metrics.ts';
import { Flow } from './flow.ts';
import type { PriorityLevel } from './priority-level.ts';

export interface ConfiguredSchema {
  readonly name: string;
  /** Empty for a mandatory one that is not stored. */
  readonly uid: string;
  readonly spec: FlowSchema['spec'];
}

export function rankOf({ name, spec }: ConfiguredSchema): SchemaRank {
  return { name, precedence: spec.matchingPrecedence };
}

/** Counts what a watch sends. */
export interface WatchMeter {
  note(events: number, bytes: number): void;
}

/** Of one schema. A flow that is forgotten is dealt the same hand again. */
const mostFlows = 2_000;

export class SchemaInForce {
  readonly configured: ConfiguredSchema;
  readonly level: PriorityLevel;
  readonly cells: FlowCells;
  readonly accounts: ClientAccounts;
  readonly #flows = new Map<string, Flow>();

  /** `before`: the schema of this name that was in force until now. What its clients have cost is not forgotten. */
  constructor(configured: ConfiguredSchema, level: PriorityLevel, cells: FlowCells, before?: SchemaInForce) {
    this.configured = configured;
    this.level = level;
    this.cells = cells;
    this.accounts = before?.accounts ?? new ClientAccounts();
  }

  flowOf(request: FlowRequest): Flow {
    // Where there is nothing to choose, all requests of the schema are in one flow.
    const hasQueues = (this.level.dealing?.queues ?? 0) > 1;
    const distinguisher = hasQueues ? distinguish(this.configured.spec, request) : '';
    let flow = this.#flows.get(distinguisher);
    if (flow === undefined) {
      flow = new Flow(this.configured.name, distinguisher);
      if (this.#flows.size >= mostFlows) this.#forgetOldest();
      this.#flows.set(distinguisher, flow);
    }
    return flow;
  }

  /** The body of an answer was handed to its connection. */
  noteSent(user: string, bytes: number): void {
    this.accounts.of(user).bytesOut += bytes;
    this.cells.bytesOut.add(bytes);
  }

  /** Of one watch, for its whole life: to find the account for each of its events would be work for every watch. */
  watchMeter(user: string): WatchMeter {
    const account = this.accounts.of(user);
    const { bytesOut, events: eventCount } = this.cells;
    return {
      note: (events, bytes) => {
        account.events += events;
        account.bytesOut += bytes;
        eventCount.add(events);
        bytesOut.add(bytes);
      },
    };
  }

  #forgetOldest(): void {
    for (const oldest of this.#flows.keys()) {
      this.#flows.delete(oldest);
      return;
    }
  }
}

export function distinguish(
  { distinguisherMethod }: FlowSchema['spec'],
  { user, attributes }: Pick<FlowRequest, 'user' | 'attributes'>,
): string {
  switch (distinguisherMethod?.type) {
    case 'ByUser':
      return user.name;
    case 'ByNamespace':
      return attributes.kind === 'resource' ? attributes.namespace : '';
    default:
      return '';
  }
}

/** For people, in one line. */
export function describeSchema({ configured, level }: Pick<SchemaInForce, 'configured' | 'level'>): string {
  return `schema=${configured.name}, level=${level.name}`;
}
