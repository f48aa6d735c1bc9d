/** Metrics of kube-apiserver 1.24 that have no meaning here, with the reason: docs/metrics.md shows them. */

/** @type {readonly (readonly [names: string, reason: string])[]} */
export const absentMetrics = [
  [
    'apiserver_audit_requests_rejected_total',
    'No request is refused since its audit event cannot be kept: there is no blocking-strict mode. Lost events are in `apiserver_audit_error_total`.',
  ],
  [
    'apiserver_egress_dialer_dial_duration_seconds apiserver_egress_dialer_dial_failure_count',
    'Calls to other servers go directly: there is no egress selector.',
  ],
  [
    'apiserver_envelope_encryption_dek_cache_fill_percent apiserver_envelope_encryption_dek_cache_inter_arrival_time_seconds apiserver_storage_envelope_transformation_cache_misses_total apiserver_storage_data_key_generation_duration_seconds apiserver_storage_data_key_generation_failures_total',
    'Secrets of encryption at rest are in the configuration: there is no envelope, and no key is generated or fetched.',
  ],
  [
    'apiserver_longrunning_gauge apiserver_registered_watchers etcd_object_counts',
    'Replaced before 1.24, by `apiserver_longrunning_requests` and `apiserver_storage_objects`.',
  ],
  ['apiserver_selfrequest_total', 'The server does not call itself: its controllers write through the registry.'],
  ['etcd_bookmark_counts', 'The watch of etcd tells its progress on one stream for all resources.'],
  [
    'grpc_client_handled_total grpc_client_msg_received_total grpc_client_msg_sent_total grpc_client_started_total',
    'These are of the library that other servers call etcd with. `etcd_request_duration_seconds` counts and times the calls of this one.',
  ],
  [
    'apiserver_flowcontrol_epoch_advance_total',
    'Virtual time is kept in numbers that do not overflow: there are no epochs.',
  ],
  [
    'apiserver_delegated_authn_request_duration_seconds apiserver_delegated_authn_request_total apiserver_delegated_authz_request_duration_seconds apiserver_delegated_authz_request_total',
    'For servers that delegate to this one. Its own calls of webhooks are in `rest_client_*` and `keelson_callout*`, by target.',
  ],
  [
    'pod_security_exemptions_total pod_security_errors_total',
    'Nothing is exempt from pod security, and an evaluation cannot fail: what it reads is in memory.',
  ],
  ['node_authorizer_graph_actions_duration_seconds', 'The Node authorizer is accepted and decides nothing.'],
  [
    'rest_client_exec_plugin_certificate_rotation_age rest_client_exec_plugin_ttl_seconds rest_client_rate_limiter_duration_seconds',
    'Calls to other servers run no plugin for their credentials, and are not slowed down: each target has a limit of requests under way.',
  ],
  [
    'serviceaccount_legacy_tokens_total serviceaccount_stale_tokens_total',
    'Tokens that are kept in Secrets are not accepted, and tokens are not extended: none is stale.',
  ],
  [
    'watch_cache_capacity watch_cache_capacity_decrease_total watch_cache_capacity_increase_total',
    'History is bounded by time and bytes (`--watch-history`, `--watch-history-bytes`), not by a number of events.',
  ],
];

/** The counterparts of the metrics of the runtime: `go_*` are about the garbage collector and the scheduler of Go. */
export const ofOtherRuntime =
  'Metrics of the runtime of Go (`go_*`) are not there. In their place: `nodejs_gc_duration_seconds` for `go_gc_duration_seconds`, `nodejs_heap_size_*` and `nodejs_external_memory_bytes` for `go_memstats_*`, `nodejs_eventloop_lag_*` for `go_sched_latencies_seconds`, `kubernetes_build_info` for `go_info`. One thread runs all requests, so that nothing stands for `go_goroutines` and `go_threads`.';
