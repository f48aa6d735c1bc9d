/**
 * The flow schemas and priority levels in force, out of those that are stored. The mandatory ones are in force even where
 * they are not stored; a schema whose level is missing is not.
 */
import { defaultFlowControl } from '@keelson/api';

import {
  compareRanks,
  compileFlowSchema,
  FlowSchemas,
  type CompiledFlowRule,
  type RankedSchema,
} from '../classify/flow-schemas.ts';
import type { FlowMetrics } from '../metrics/flow-metrics.ts';
import { PriorityLevel, type ConfiguredLevel, type LevelParts } from './priority-level.ts';
import { rankOf, SchemaInForce, type ConfiguredSchema } from './schema-in-force.ts';
import { seatsOfShare } from './shares.ts';

export interface ConfigurationParts extends LevelParts {
  readonly metrics: FlowMetrics;
  /** Of the server, to be shared among the levels. */
  readonly seats: number;
  readonly domain: string;
}

interface StagedLevel {
  readonly level: PriorityLevel;
  readonly configured: ConfiguredLevel;
}

const lastResort = 'catch-all';

export class FlowConfiguration {
  readonly #parts: ConfigurationParts;
  readonly #levels = new Map<string, PriorityLevel>();
  readonly #mandatoryLevels: readonly ConfiguredLevel[];
  readonly #mandatorySchemas: readonly ConfiguredSchema[];
  readonly #compiled = new WeakMap<ConfiguredSchema['spec'], readonly CompiledFlowRule[]>();
  #inForce = new Map<string, SchemaInForce>();
  #schemas = FlowSchemas.of<SchemaInForce>([]);
  #dangling: readonly ConfiguredSchema[] = [];
  #catchAll: SchemaInForce;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
    const { priorityLevels, flowSchemas } = defaultFlowControl(parts.domain);
    this.#mandatoryLevels = priorityLevels.filter(({ isMandatory }) => isMandatory).map(unstored);
    this.#mandatorySchemas = flowSchemas.filter(({ isMandatory }) => isMandatory).map(unstored);
    this.#catchAll = this.apply([], []);
  }

  get schemas(): FlowSchemas<SchemaInForce> {
    return this.#schemas;
  }

  /** Takes what no other schema takes: no request is without one. */
  get catchAll(): SchemaInForce {
    return this.#catchAll;
  }

  /** The stored schemas that are not in force, since their level is missing; in the order in which they would be tried. */
  get dangling(): readonly ConfiguredSchema[] {
    return this.#dangling;
  }

  /** In no order. */
  levels(): Iterable<PriorityLevel> {
    return this.#levels.values();
  }

  /** Cost: linear, and sorting. What has not changed is kept, with its flows. */
  apply(levels: readonly ConfiguredLevel[], schemas: readonly ConfiguredSchema[]): SchemaInForce {
    const steps = this.#apply(levels, schemas);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
    }
  }

  /** Like `apply`, in slices between which other work runs. The last slice puts all changes in force at once. */
  async applyInSlices(
    levels: readonly ConfiguredLevel[],
    schemas: readonly ConfiguredSchema[],
    giveWay: () => Promise<void> | undefined,
  ): Promise<void> {
    const steps = this.#apply(levels, schemas);
    while (steps.next().done !== true) {
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
  }

  /** Only the last step changes anything. */
  *#apply(
    configuredLevels: readonly ConfiguredLevel[],
    schemas: readonly ConfiguredSchema[],
  ): Generator<undefined, SchemaInForce> {
    const levels = this.#stage(withMandatory(configuredLevels, this.#mandatoryLevels));
    const inForce = new Map<string, SchemaInForce>();
    const ranked: RankedSchema<SchemaInForce>[] = [];
    const dangling: ConfiguredSchema[] = [];
    for (const configured of withMandatory(schemas, this.#mandatorySchemas)) {
      yield undefined;
      const kept = this.#schemaOf(configured, levels);
      if (kept === undefined) {
        dangling.push(configured);
        continue;
      }
      inForce.set(configured.name, kept);
      ranked.push({ ...rankOf(configured), rules: this.#rulesOf(configured.spec), kept });
    }
    const indexed = yield* FlowSchemas.inSteps(ranked);
    const catchAll = inForce.get(lastResort);
    if (catchAll === undefined) throw new Error(`there is no flow schema ${lastResort}`);
    this.#replaceLevels(levels);
    this.#dangling = dangling.sort((a, b) => compareRanks(rankOf(a), rankOf(b)));
    this.#inForce = inForce;
    this.#schemas = indexed;
    return (this.#catchAll = catchAll);
  }

  /** Levels without work that were deleted go. To be called when a quiescing one has become idle. */
  dropDrained(): void {
    let hasDropped = false;
    for (const [name, level] of this.#levels) {
      if (!level.isQuiescing || !level.isIdle) continue;
      this.#levels.delete(name);
      hasDropped = true;
    }
    if (hasDropped) this.#share();
  }

  /** Existing levels keep their queues. */
  #stage(configured: readonly ConfiguredLevel[]): ReadonlyMap<string, StagedLevel> {
    const staged = configured.map((each): [string, StagedLevel] => {
      const level = this.#levels.get(each.name) ?? new PriorityLevel(each.name, this.#parts);
      return [each.name, { level, configured: each }];
    });
    return new Map(staged);
  }

  #replaceLevels(staged: ReadonlyMap<string, StagedLevel>): void {
    for (const [name, level] of this.#levels) {
      if (staged.has(name)) continue;
      if (level.isIdle) this.#levels.delete(name);
      else level.isQuiescing = true;
    }
    for (const [name, { level, configured }] of staged) {
      // It may have been dropped in the meantime.
      this.#levels.set(name, level);
      level.configure(configured);
    }
    this.#share();
  }

  #share(): void {
    let sum = 0;
    for (const { shares } of this.#levels.values()) sum += shares;
    const { seats } = this.#parts;
    for (const level of this.#levels.values()) {
      if (!level.isExempt) level.share(seatsOfShare(level.shares, { seats, sum }));
    }
  }

  #schemaOf(configured: ConfiguredSchema, levels: ReadonlyMap<string, StagedLevel>): SchemaInForce | undefined {
    const level = levels.get(configured.spec.priorityLevelConfiguration.name)?.level;
    if (level === undefined) return undefined;
    const { name, uid, spec } = configured;
    const known = this.#inForce.get(name);
    if (known?.level === level && known.configured.spec === spec && known.configured.uid === uid) return known;
    return new SchemaInForce(configured, level, this.#parts.metrics.cellsOf(name, level.name), known);
  }

  #rulesOf(spec: ConfiguredSchema['spec']): readonly CompiledFlowRule[] {
    let rules = this.#compiled.get(spec);
    if (rules === undefined) this.#compiled.set(spec, (rules = compileFlowSchema(spec)));
    return rules;
  }
}

function unstored<Spec>({ name, spec }: { readonly name: string; readonly spec: Spec }) {
  return { name, uid: '', spec };
}

function withMandatory<Named extends { readonly name: string }>(
  stored: readonly Named[],
  mandatory: readonly Named[],
): readonly Named[] {
  const names = new Set(stored.map(({ name }) => name));
  return [...stored, ...mandatory.filter(({ name }) => !names.has(name))];
}
