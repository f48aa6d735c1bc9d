/** The client of all servers that this one calls. */
export type {
  CalloutAnswer,
  CalloutFailure,
  CalloutFailureKind,
  CalloutRequest,
  Callouts,
  CalloutTarget,
  LeavingSignal,
  ResolvedService,
  ResolveService,
  ServiceReference,
  StreamedAnswer,
  StreamedRequest,
  TargetCredentials,
  WholeRequest,
} from './contract.ts';
export { callPatiently } from './call-patiently.ts';
export { createCallouts, type CalloutsOptions } from './create-callouts.ts';
export { countCertificateFaults } from './certificate-metrics.ts';
