/** The metrics of admission: of all plugins together, and of each. Names, labels and bounds are what dashboards rely on. */
import type { Status } from '@keelson/meta';
import {
  isPromise,
  type HistogramCell,
  type HistogramDefinition,
  type MetricDefinition,
  type Metrics,
} from '@keelson/telemetry';

import type { AdmissionOperation, AdmissionPlugin, AdmissionRequest } from './plugin.ts';

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

const stepDuration: HistogramDefinition<'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_step_admission_duration_seconds',
  help: 'Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).',
  labels: ['operation', 'rejected', 'type'],
  stability: 'STABLE',
  buckets,
};

const stepSummary: MetricDefinition<'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_step_admission_duration_seconds_summary',
  help: 'Admission sub-step latency summary in seconds, broken out for each operation and API resource and step type (validate or admit).',
  labels: ['operation', 'rejected', 'type'],
  stability: 'ALPHA',
};

const pluginDuration: HistogramDefinition<'name' | 'operation' | 'rejected' | 'type'> = {
  name: 'apiserver_admission_controller_admission_duration_seconds',
  help: 'Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
  labels: ['name', 'operation', 'rejected', 'type'],
  stability: 'STABLE',
  buckets,
};

export type AdmissionType = 'admit' | 'validate';

/** One run of all plugins is over. */
export type ObserveStep = (type: AdmissionType, operation: AdmissionOperation, run: ObservedRun) => void;

export interface ObservedRun {
  readonly isRejected: boolean;
  readonly seconds: number;
}

export interface AdmissionMetrics {
  readonly observeStep: ObserveStep;
  /** The same plugin, measured. */
  observePlugin(plugin: AdmissionPlugin): AdmissionPlugin;
}

type Observe = (operation: AdmissionOperation, run: ObservedRun) => void;
type Ask = NonNullable<AdmissionPlugin['admit']>;

/** Costs a plugin two readings of the clock for each request that concerns it. */
export function createAdmissionMetrics(metrics: Metrics): AdmissionMetrics {
  const steps = metrics.histogram(stepDuration);
  const summaries = metrics.summary(stepSummary);
  const plugins = metrics.histogram(pluginDuration);
  const observeType = (type: AdmissionType): Observe =>
    keepCells((operation, rejected) => {
      const labels = { operation, rejected, type };
      return both(steps.with(labels), summaries.with(labels));
    });
  const observers = { admit: observeType('admit'), validate: observeType('validate') };
  const measureAs = (name: string, type: AdmissionType, ask: Ask): Ask =>
    measure(
      ask,
      keepCells((operation, rejected) => plugins.with({ name, operation, rejected, type })),
    );
  return {
    observeStep: (type, operation, run) => observers[type](operation, run),
    observePlugin: (plugin) => {
      const { name, admit, validate } = plugin;
      return {
        ...plugin,
        ...(admit !== undefined && { admit: measureAs(name, 'admit', admit.bind(plugin)) }),
        ...(validate !== undefined && { validate: measureAs(name, 'validate', validate.bind(plugin)) }),
      };
    },
  };
}

function both(one: HistogramCell, other: HistogramCell): HistogramCell {
  return {
    observe: (value) => {
      one.observe(value);
      other.observe(value);
    },
  };
}

function keepCells(make: (operation: string, rejected: string) => HistogramCell): Observe {
  const known = { passed: new Map<string, HistogramCell>(), rejected: new Map<string, HistogramCell>() };
  return (operation, { isRejected, seconds }) => {
    const cells = isRejected ? known.rejected : known.passed;
    let cell = cells.get(operation);
    if (cell === undefined) cells.set(operation, (cell = make(operation.toUpperCase(), String(isRejected))));
    cell.observe(seconds);
  };
}

function measure(ask: Ask, observe: Observe): Ask {
  return (request: AdmissionRequest) => {
    const beganMs = performance.now();
    const { operation } = request;
    const end = (refusal: Status | undefined): Status | undefined => {
      observe(operation, { isRejected: refusal !== undefined, seconds: (performance.now() - beganMs) / 1_000 });
      return refusal;
    };
    const refusal = ask(request);
    return isPromise(refusal) ? refusal.then(end) : end(refusal);
  };
}
