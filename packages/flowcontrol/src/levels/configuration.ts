/**
 * The flow schemas and priority levels in force, out of those that are stored. The mandatory ones are in force even where
 * they are not stored; a schema whose level is missing is not.
 */
import { defaultFlowControl } from '@keelson/api';

import { compileFlowSchema, FlowSchemas, type CompiledFlowRule, type RankedSchema } from '../classify/flow-schemas.ts';
import type { FlowMetrics } from '../metrics/flow-metrics.ts';
import { PriorityLevel, type ConfiguredLevel, type LevelParts } from './priority-level.ts';
import { SchemaInForce, type ConfiguredSchema } from './schema-in-force.ts';
import { seatsOfShare } from './shares.ts';

export interface ConfigurationParts extends LevelParts {
  readonly metrics: FlowMetrics;
  /** Of the server, to be shared among the levels. */
  readonly seats: number;
  readonly domain: string;
}

const lastResort = 'catch-all';

export class FlowConfiguration {
  readonly #parts: ConfigurationParts;
  readonly #levels = new Map<string, PriorityLevel>();
  readonly #mandatoryLevels: readonly ConfiguredLevel[];
  readonly #mandatorySchemas: readonly ConfiguredSchema[];
  readonly #compiled = new WeakMap<ConfiguredSchema['spec'], readonly CompiledFlowRule[]>();
  #inForce = new Map<string, SchemaInForce>();
  #schemas = new FlowSchemas<SchemaInForce>([]);
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

  /** In no order. */
  levels(): Iterable<PriorityLevel> {
    return this.#levels.values();
  }

  /** Cost: linear, and sorting. What has not changed is kept, with its flows. */
  apply(levels: readonly ConfiguredLevel[], schemas: readonly ConfiguredSchema[]): SchemaInForce {
    this.#applyLevels(withMandatory(levels, this.#mandatoryLevels));
    const inForce = new Map<string, SchemaInForce>();
    const ranked: RankedSchema<SchemaInForce>[] = [];
    for (const configured of withMandatory(schemas, this.#mandatorySchemas)) {
      const kept = this.#schemaOf(configured);
      if (kept === undefined) continue;
      inForce.set(configured.name, kept);
      const { name, spec } = configured;
      ranked.push({ name, precedence: spec.matchingPrecedence, rules: this.#rulesOf(spec), kept });
    }
    this.#inForce = inForce;
    this.#schemas = new FlowSchemas(ranked);
    const catchAll = inForce.get(lastResort);
    if (catchAll === undefined) throw new Error(`there is no flow schema ${lastResort}`);
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

  #applyLevels(configured: readonly ConfiguredLevel[]): void {
    const names = new Set(configured.map(({ name }) => name));
    for (const [name, level] of this.#levels) {
      if (names.has(name)) continue;
      if (level.isIdle) this.#levels.delete(name);
      else level.isQuiescing = true;
    }
    for (const each of configured) {
      let level = this.#levels.get(each.name);
      if (level === undefined) this.#levels.set(each.name, (level = new PriorityLevel(each.name, this.#parts)));
      level.configure(each);
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

  #schemaOf(configured: ConfiguredSchema): SchemaInForce | undefined {
    const level = this.#levels.get(configured.spec.priorityLevelConfiguration.name);
    if (level === undefined || level.isQuiescing) return undefined;
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
