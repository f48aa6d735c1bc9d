/** The metrics of requests, as the API has them: names, labels, stability and bounds are what dashboards rely on. */
import type { HistogramDefinition, MetricDefinition } from '@keelson/telemetry';

const requestLabels = ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'] as const;

type RequestLabel = (typeof requestLabels)[number];

export const requestTotal: MetricDefinition<RequestLabel | 'code' | 'dry_run' | 'system_client'> = {
  name: 'apiserver_request_total',
  help: 'Requests that were answered, by what they were about and the code of the answer.',
  labels: [...requestLabels, 'code', 'dry_run', 'system_client'],
  stability: 'STABLE',
};

export const requestDuration: HistogramDefinition<RequestLabel | 'dry_run'> = {
  name: 'apiserver_request_duration_seconds',
  help: 'Seconds from the coming of a request to the end of its answer.',
  labels: [...requestLabels, 'dry_run'],
  stability: 'STABLE',
  buckets: [
    0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4,
    4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
  ],
};

export const requestSloDuration: HistogramDefinition<RequestLabel> = {
  name: 'apiserver_request_slo_duration_seconds',
  help: 'The same without watches, to hold against promises.',
  labels: requestLabels,
  stability: 'ALPHA',
  buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
};

export const responseSizes: HistogramDefinition<RequestLabel> = {
  name: 'apiserver_response_sizes',
  help: 'Bytes of the answers to gets and lists.',
  labels: requestLabels,
  stability: 'STABLE',
  buckets: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
};

export const longRunningRequests: MetricDefinition<RequestLabel> = {
  name: 'apiserver_longrunning_requests',
  help: 'Watches that are open.',
  labels: requestLabels,
  stability: 'ALPHA',
};

export const currentInFlight: MetricDefinition<'request_kind'> = {
  name: 'apiserver_current_inflight_requests',
  help: 'Requests that are being carried out, without watches.',
  labels: ['request_kind'],
  stability: 'STABLE',
};

export const droppedRequests: MetricDefinition<'request_kind'> = {
  name: 'apiserver_dropped_requests_total',
  help: 'Requests that were refused because there were too many.',
  labels: ['request_kind'],
  stability: 'ALPHA',
  deprecated: '1.24',
};

export const requestTerminations: MetricDefinition<RequestLabel | 'code'> = {
  name: 'apiserver_request_terminations_total',
  help: 'Requests that were ended in self-defence: too many, too slow, too late.',
  labels: [...requestLabels, 'code'],
  stability: 'ALPHA',
};

export const requestAborts: MetricDefinition<Exclude<RequestLabel, 'component'>> = {
  name: 'apiserver_request_aborts_total',
  help: 'Requests whose answers were cut off, as they took too long or their clients did not take them in.',
  labels: ['group', 'resource', 'scope', 'subresource', 'verb', 'version'],
  stability: 'ALPHA',
};

export const requestedDeprecatedApis: MetricDefinition<
  'group' | 'removed_release' | 'resource' | 'subresource' | 'version'
> = {
  name: 'apiserver_requested_deprecated_apis',
  help: 'Gauge of deprecated APIs that have been requested, broken out by API group, version, resource, subresource, and removed_release.',
  labels: ['group', 'removed_release', 'resource', 'subresource', 'version'],
  stability: 'STABLE',
};

export const storageObjects: MetricDefinition<'resource'> = {
  name: 'apiserver_storage_objects',
  help: 'Objects that are stored.',
  labels: ['resource'],
  stability: 'STABLE',
};

export const watchEventSizes: HistogramDefinition<'group' | 'kind' | 'version'> = {
  name: 'apiserver_watch_events_sizes',
  help: 'Watch event size distribution in bytes',
  labels: ['group', 'kind', 'version'],
  stability: 'ALPHA',
  buckets: [1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072],
};

export const watchEvents: MetricDefinition<'group' | 'kind' | 'version'> = {
  name: 'apiserver_watch_events_total',
  help: 'Events that were sent to watchers.',
  labels: ['group', 'kind', 'version'],
  stability: 'ALPHA',
};
