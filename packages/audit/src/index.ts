/** Auditing of requests: policy, events and sinks. */
export { createAuditMetrics, createAuditor, type AuditMetrics, type Auditor, type AuditorOptions } from './auditor.ts';
export { largestEventBytes, type AuditedBody } from './body.ts';
export type { Origin } from './event.ts';
export { compilePolicy, type DecideLevel } from './policy/compile-policy.ts';
export { parsePolicy, type PolicyResult } from './policy/parse-policy.ts';
export type { Policy } from './policy/policy.ts';
export type { AuditArrival, AuditRecord } from './record.ts';
export type { EventLimits } from './sinks/event-limits.ts';
export { openJoinedLog, type JoinedLog, type JoinedLogOptions } from './sinks/joined-log.ts';
export { streamOutput, type LogOutput } from './sinks/log-output.ts';
export { createLogSink, type LogSinkOptions } from './sinks/log-sink.ts';
export type { AuditSink } from './sinks/sink.ts';
export { createWebhookSink, type WebhookSinkOptions } from './sinks/webhook-sink.ts';
