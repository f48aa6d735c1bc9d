/** The declaration of a metric. Its life cycle follows the rules of the API: see `lifecycle.ts`. */

/**
 * STABLE metrics keep their name, type and labels; ALPHA ones may go at any time. Those of the process and its runtime are
 * of no class of the API's.
 */
export type Stability = 'ALPHA' | 'STABLE' | 'NONE';

export type MetricRelease = `${number}.${number}`;

export interface MetricDefinition<Label extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly Label[];
  readonly stability: Stability;
  /** The release that deprecated the metric. */
  readonly deprecated?: MetricRelease;
  /** The value of a gauge for a replica of several worker processes. Default: their sum. */
  readonly ofReplica?: 'sum' | 'max' | 'min';
}

export interface HistogramDefinition<Label extends string = string> extends MetricDefinition<Label> {
  readonly buckets: readonly number[];
}
