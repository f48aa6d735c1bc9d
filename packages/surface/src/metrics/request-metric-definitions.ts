/** The metrics of requests, as the API has them: names, labels, stability and bounds are what dashboards rely on. */
import type { HistogramDefinition, MetricDefinition } from '@keelson/telemetry';

const requestLabels = ['component', 'group', 'resource', 'scope', 'subresource', 'verb', 'version'] as const;

type RequestLabel = (typeof requestLabels)[number];

const latencies = [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60];

export const requestTotal: MetricDefinition<RequestLabel | 'code' | 'dry_run'> = {
  name: 'apiserver_request_total',
  help: 'Counter of apiserver requests broken out for each verb, dry run value, group, version, resource, scope, component, and HTTP response code.',
  labels: [...requestLabels, 'code', 'dry_run'],
  stability: 'STABLE',
};

export const requestDuration: HistogramDefinition<RequestLabel | 'dry_run'> = {
  name: 'apiserver_request_duration_seconds',
  help: 'Response latency distribution in seconds for each verb, dry run value, group, version, resource, subresource, scope and component.',
  labels: [...requestLabels, 'dry_run'],
  stability: 'STABLE',
  buckets: latencies,
};

export const requestSloDuration: HistogramDefinition<RequestLabel> = {
  name: 'apiserver_request_slo_duration_seconds',
  help: 'Response latency distribution (not counting webhook duration) in seconds for each verb, group, version, resource, subresource, scope and component.',
  labels: requestLabels,
  stability: 'ALPHA',
  buckets: latencies,
};

export const responseSizes: HistogramDefinition<RequestLabel> = {
  name: 'apiserver_response_sizes',
  help: 'Response size distribution in bytes for each group, version, verb, resource, subresource, scope and component.',
  labels: requestLabels,
  stability: 'STABLE',
  buckets: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9],
};

export const longRunningRequests: MetricDefinition<RequestLabel> = {
  name: 'apiserver_longrunning_requests',
  help: 'Gauge of all active long-running apiserver requests broken out by verb, group, version, resource, scope and component. Not all requests are tracked this way.',
  labels: requestLabels,
  stability: 'ALPHA',
};

export const currentInFlight: MetricDefinition<'request_kind'> = {
  name: 'apiserver_current_inflight_requests',
  help: 'Maximal number of currently used inflight request limit of this apiserver per request kind in last second.',
  labels: ['request_kind'],
  stability: 'STABLE',
};

export const currentInQueue: MetricDefinition<'request_kind'> = {
  name: 'apiserver_current_inqueue_requests',
  help: 'Maximal number of queued requests in this apiserver per request kind in last second.',
  labels: ['request_kind'],
  stability: 'ALPHA',
};

export const fieldValidationDuration: HistogramDefinition<'enabled' | 'field_validation'> = {
  name: 'field_validation_request_duration_seconds',
  help: 'Response latency distribution in seconds for each field validation value and whether field validation is enabled or not',
  labels: ['enabled', 'field_validation'],
  stability: 'ALPHA',
  buckets: latencies,
};

export const requestPostTimeouts: MetricDefinition<'source' | 'status'> = {
  name: 'apiserver_request_post_timeout_total',
  help: 'Tracks the activity of the request handlers after the associated requests have been timed out by the apiserver',
  labels: ['source', 'status'],
  stability: 'ALPHA',
};

export const droppedRequests: MetricDefinition<'request_kind'> = {
  name: 'apiserver_dropped_requests_total',
  help: "Number of requests dropped with 'Try again later' response. Use apiserver_request_total and/or apiserver_request_terminations_total metrics instead.",
  labels: ['request_kind'],
  stability: 'ALPHA',
  deprecated: '1.24',
};

export const requestTerminations: MetricDefinition<RequestLabel | 'code'> = {
  name: 'apiserver_request_terminations_total',
  help: 'Number of requests which apiserver terminated in self-defense.',
  labels: [...requestLabels, 'code'],
  stability: 'ALPHA',
};

export const requestAborts: MetricDefinition<Exclude<RequestLabel, 'component'>> = {
  name: 'apiserver_request_aborts_total',
  help: 'Number of requests which apiserver aborted possibly due to a timeout, for each group, version, verb, resource, subresource and scope',
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
  ofReplica: 'max',
};

export const storageObjects: MetricDefinition<'resource'> = {
  name: 'apiserver_storage_objects',
  help: 'Number of stored objects at the time of last check split by kind.',
  labels: ['resource'],
  stability: 'STABLE',
  ofReplica: 'max',
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
  help: 'Number of events sent in watch clients',
  labels: ['group', 'kind', 'version'],
  stability: 'ALPHA',
};
