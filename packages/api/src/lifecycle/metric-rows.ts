/**
 * The releases that introduced metrics. A metric that is missing here is of this server alone, or the release that
 * introduced it is not on record.
 */
import type { Release } from '@keelson/schema';

export interface MetricRow {
  readonly name: string;
  /** `before`: with a release before the oldest that can be emulated. */
  readonly introduced: Release | 'before';
}

const introduced: readonly (readonly [MetricRow['introduced'], string])[] = [
  [
    'before',
    `
      apiserver_admission_controller_admission_duration_seconds apiserver_admission_step_admission_duration_seconds
      apiserver_admission_step_admission_duration_seconds_summary apiserver_admission_webhook_admission_duration_seconds
      apiserver_audit_event_total apiserver_client_certificate_expiration_seconds apiserver_current_inflight_requests
      apiserver_request_duration_seconds apiserver_request_total apiserver_response_sizes
      authenticated_user_requests etcd_request_duration_seconds process_cpu_seconds_total process_max_fds
      process_open_fds process_resident_memory_bytes process_start_time_seconds process_virtual_memory_bytes
      rest_client_requests_total workqueue_adds_total workqueue_depth workqueue_longest_running_processor_seconds
      workqueue_queue_duration_seconds workqueue_retries_total workqueue_unfinished_work_seconds
      workqueue_work_duration_seconds
    `,
  ],
  ['1.16', 'apiserver_admission_webhook_rejection_count'],
  [
    '1.18',
    `
      apiserver_flowcontrol_current_executing_requests apiserver_flowcontrol_current_inqueue_requests
      apiserver_flowcontrol_dispatched_requests_total apiserver_flowcontrol_rejected_requests_total
      apiserver_flowcontrol_request_concurrency_limit apiserver_flowcontrol_request_execution_seconds
      apiserver_flowcontrol_request_queue_length_after_enqueue apiserver_flowcontrol_request_wait_duration_seconds
    `,
  ],
  ['1.19', 'apiserver_requested_deprecated_apis'],
];

export const metricRows: readonly MetricRow[] = introduced.flatMap(([release, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ name, introduced: release })),
);
