/** The metrics of flow control, as clients of this API know them. */
import type { HistogramDefinition, MetricDefinition } from '@keelson/telemetry';

export const currentExecutingRequests: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_current_executing_requests',
  help: 'Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};

export const currentInqueueRequests: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_current_inqueue_requests',
  help: 'Number of requests currently pending in queues of the API Priority and Fairness subsystem',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};

export const currentR: MetricDefinition<'priority_level'> = {
  name: 'apiserver_flowcontrol_current_r',
  help: 'R(time of last change)',
  labels: ['priority_level'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

export const dispatchR: MetricDefinition<'priority_level'> = {
  name: 'apiserver_flowcontrol_dispatch_r',
  help: 'R(time of last dispatch)',
  labels: ['priority_level'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

export const dispatchedRequestsTotal: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_dispatched_requests_total',
  help: 'Number of requests executed by API Priority and Fairness subsystem',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};

export const latestS: MetricDefinition<'priority_level'> = {
  name: 'apiserver_flowcontrol_latest_s',
  help: 'S(most recently dispatched request)',
  labels: ['priority_level'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

export const nextDiscountedSBounds: MetricDefinition<'bound' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_next_discounted_s_bounds',
  help: 'min and max, over queues, of S(oldest waiting request in queue) - estimated work in progress',
  labels: ['bound', 'priority_level'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

export const nextSBounds: MetricDefinition<'bound' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_next_s_bounds',
  help: 'min and max, over queues, of S(oldest waiting request in queue)',
  labels: ['bound', 'priority_level'],
  stability: 'ALPHA',
  ofReplica: 'max',
};

export const priorityLevelRequestCountSamples: HistogramDefinition<'phase' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_priority_level_request_count_samples',
  help: 'Periodic observations of the number of requests waiting or in any stage of execution (but only initial stage for WATCHes)',
  labels: ['phase', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
};

export const priorityLevelRequestCountWatermarks: HistogramDefinition<'mark' | 'phase' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_priority_level_request_count_watermarks',
  help: 'Watermarks of the number of requests waiting or in any stage of execution (but only initial stage for WATCHes)',
  labels: ['mark', 'phase', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
};

export const priorityLevelSeatCountSamples: HistogramDefinition<'phase' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_priority_level_seat_count_samples',
  help: 'Periodic observations of number of seats occupied for any stage of execution (but only initial stage for WATCHes)',
  labels: ['phase', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
};

export const priorityLevelSeatCountWatermarks: HistogramDefinition<'mark' | 'phase' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_priority_level_seat_count_watermarks',
  help: 'Watermarks of the number of seats occupied for any stage of execution (but only initial stage for WATCHes)',
  labels: ['mark', 'phase', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
};

export const readVsWriteRequestCountSamples: HistogramDefinition<'phase' | 'request_kind'> = {
  name: 'apiserver_flowcontrol_read_vs_write_request_count_samples',
  help: 'Periodic observations of the number of requests waiting or in regular stage of execution',
  labels: ['phase', 'request_kind'],
  stability: 'ALPHA',
  buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
};

export const readVsWriteRequestCountWatermarks: HistogramDefinition<'mark' | 'phase' | 'request_kind'> = {
  name: 'apiserver_flowcontrol_read_vs_write_request_count_watermarks',
  help: 'Watermarks of the number of requests waiting or in regular stage of execution',
  labels: ['mark', 'phase', 'request_kind'],
  stability: 'ALPHA',
  buckets: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
};

export const rejectedRequestsTotal: MetricDefinition<'flow_schema' | 'priority_level' | 'reason'> = {
  name: 'apiserver_flowcontrol_rejected_requests_total',
  help: 'Number of requests rejected by API Priority and Fairness subsystem',
  labels: ['flow_schema', 'priority_level', 'reason'],
  stability: 'ALPHA',
};

export const requestConcurrencyInUse: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_request_concurrency_in_use',
  help: 'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};

export const requestConcurrencyLimit: MetricDefinition<'priority_level'> = {
  name: 'apiserver_flowcontrol_request_concurrency_limit',
  help: 'Shared concurrency limit in the API Priority and Fairness subsystem',
  labels: ['priority_level'],
  stability: 'ALPHA',
};

export const requestExecutionSeconds: HistogramDefinition<'flow_schema' | 'priority_level' | 'type'> = {
  name: 'apiserver_flowcontrol_request_execution_seconds',
  help: 'Duration of initial stage (for a WATCH) or any (for a non-WATCH) stage of request execution in the API Priority and Fairness subsystem',
  labels: ['flow_schema', 'priority_level', 'type'],
  stability: 'ALPHA',
  buckets: [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
};

export const requestQueueLengthAfterEnqueue: HistogramDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_request_queue_length_after_enqueue',
  help: 'Length of queue in the API Priority and Fairness subsystem, as seen by each request after it is enqueued',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 10, 25, 50, 100, 250, 500, 1000],
};

export const requestWaitDurationSeconds: HistogramDefinition<'execute' | 'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_request_wait_duration_seconds',
  help: 'Length of time a request spent waiting in its queue',
  labels: ['execute', 'flow_schema', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
};

export const watchCountSamples: HistogramDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_watch_count_samples',
  help: 'count of watchers for mutating requests in API Priority and Fairness',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
  buckets: [0, 1, 10, 100, 1000, 10000],
};

export const workEstimatedSeats: HistogramDefinition<'flow_schema' | 'priority_level'> = {
  name: 'apiserver_flowcontrol_work_estimated_seats',
  help: 'Number of estimated seats (maximum of initial and final seats) associated with requests in API Priority and Fairness',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
  buckets: [1, 2, 4, 10],
};

/** Not of 1.24. */
export const responseBytesTotal: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'keelson_flowcontrol_response_bytes_total',
  help: 'Bytes of the bodies of responses, those of watches included.',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};

/** Not of 1.24. */
export const watchEventsTotal: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'keelson_flowcontrol_watch_events_total',
  help: 'Events that watches were sent.',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};

/** Not of 1.24. */
export const seatSecondsTotal: MetricDefinition<'flow_schema' | 'priority_level'> = {
  name: 'keelson_flowcontrol_seat_seconds_total',
  help: 'What requests have cost, in seats times seconds. An exempt request counts as one seat.',
  labels: ['flow_schema', 'priority_level'],
  stability: 'ALPHA',
};
