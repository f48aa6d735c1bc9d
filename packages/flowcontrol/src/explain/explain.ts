/** Explains which flow a request would be in, what it only nearly matched, and who takes the seats of its level. */
import type { RequestAttributes, UserInfo } from '@keelson/meta';

import type { ClientCost } from '../accounts/client-accounts.ts';
import { compareRanks } from '../classify/flow-schemas.ts';
import { isInNoFlow } from '../classify/in-no-flow.ts';
import type { FlowControl } from '../flow-control.ts';
import { rankOf, type ConfiguredSchema, type SchemaInForce } from '../levels/schema-in-force.ts';
import { findMisses, matchesRules, type RuleMiss } from './find-misses.ts';

export interface FlowExplanation {
  readonly flowSchema: string;
  readonly matchingPrecedence: number;
  readonly distinguisher: string;
  readonly priorityLevel: string;
  readonly isExempt: boolean;
  /** Those that its flow is dealt; empty where nothing waits. */
  readonly queues: readonly number[];
  readonly level: LevelState | undefined;
  /** Schemas that would take it, if there were the level that they name. */
  readonly dangling: readonly DanglingMatch[];
  /** Schemas that would have been tried before, and lack one word. */
  readonly nearMisses: readonly NearMiss[];
  /** The flows that have spent most at the level of late. */
  readonly spenders: readonly LevelCost[];
}

export interface LevelState {
  readonly seats: number;
  readonly seatsInUse: number;
  readonly executing: number;
  readonly waiting: number;
  /** In the queues of this flow. */
  readonly waitingBefore: number;
  readonly queueLengthLimit: number;
}

/** Requests that no schema is asked about. */
export interface InNoFlow {
  readonly isInNoFlow: true;
}

export interface DanglingMatch {
  readonly flowSchema: string;
  readonly priorityLevel: string;
}

export interface NearMiss extends RuleMiss {
  readonly flowSchema: string;
}

export interface LevelCost extends ClientCost {
  readonly flowSchema: string;
  readonly priorityLevel: string;
}

const mostMisses = 10;
const mostSpenders = 10;

interface Asked {
  readonly user: UserInfo;
  readonly attributes: RequestAttributes;
}

export function explainRequest(control: FlowControl, asked: Asked): FlowExplanation | InNoFlow {
  return isInNoFlow(asked.attributes) ? { isInNoFlow: true } : explainFlow(control, asked);
}

export function explainFlow(control: FlowControl, asked: Asked): FlowExplanation {
  const schema = control.classify(asked);
  const { configured, level } = schema;
  const request = { ...asked, work: 'readOnly', url: { path: '', query: { first: () => undefined } } } as const;
  const flow = schema.flowOf(request);
  const queues = flow.handOf(level.dealing);
  return {
    flowSchema: configured.name,
    matchingPrecedence: configured.spec.matchingPrecedence,
    distinguisher: flow.distinguisher,
    priorityLevel: level.name,
    isExempt: level.isExempt,
    queues,
    level: stateOf(schema, queues),
    dangling: danglingMatchesOf(control, asked, schema),
    nearMisses: nearMissesOf(control, asked, schema),
    spenders: clientCosts(control)
      .filter(({ priorityLevel }) => priorityLevel === level.name)
      .slice(0, mostSpenders),
  };
}

/** Of all clients, those that have spent most of late first. */
export function clientCosts({ configuration, now }: Pick<FlowControl, 'configuration' | 'now'>): readonly LevelCost[] {
  const nowMs = now();
  return configuration.schemas.inOrder
    .flatMap(({ kept: { configured, level, accounts } }) =>
      accounts.costsAt(nowMs).map((cost) => ({ flowSchema: configured.name, priorityLevel: level.name, ...cost })),
    )
    .sort((a, b) => b.recentSeatSeconds - a.recentSeatSeconds);
}

function stateOf({ level: { queueSet } }: SchemaInForce, queues: readonly number[]): LevelState | undefined {
  if (queueSet === undefined) return undefined;
  const { configuration, seatsInUse, executing, waiting } = queueSet;
  const { concurrencyLimit: seats, queueLengthLimit } = configuration;
  const waitingBefore = queues.reduce((sum, index) => sum + (queueSet.queueAt(index)?.length ?? 0), 0);
  return { seats, seatsInUse, executing, waiting, waitingBefore, queueLengthLimit };
}

function danglingMatchesOf(
  { configuration }: FlowControl,
  asked: Asked,
  found: SchemaInForce,
): readonly DanglingMatch[] {
  return configuration.dangling
    .filter((each) => isTriedBefore(each, found.configured) && matchesRules(each.spec.rules ?? [], asked))
    .slice(0, mostMisses)
    .map(({ name, spec }) => ({ flowSchema: name, priorityLevel: spec.priorityLevelConfiguration.name }));
}

function isTriedBefore(a: ConfiguredSchema, b: ConfiguredSchema): boolean {
  return compareRanks(rankOf(a), rankOf(b)) < 0;
}

function nearMissesOf({ configuration }: FlowControl, asked: Asked, found: SchemaInForce): readonly NearMiss[] {
  const misses: NearMiss[] = [];
  for (const { name, kept } of configuration.schemas.inOrder) {
    if (kept === found || misses.length >= mostMisses) break;
    const [miss] = findMisses(kept.configured.spec.rules ?? [], asked);
    if (miss !== undefined) misses.push({ flowSchema: name, ...miss });
  }
  return misses;
}
