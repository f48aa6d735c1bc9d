/** Flow control: which flow a request is in, and when its turn comes. */
export { FlowControl, type FlowControlOptions } from './flow-control.ts';
export type { FlowRequest, RequestKind } from './flow-request.ts';
export { SecondPeak } from './metrics/second-peak.ts';
export { isInNoFlow } from './classify/in-no-flow.ts';
export { clientCosts, explainRequest, type FlowExplanation, type InNoFlow, type LevelCost } from './explain/explain.ts';
export { simulate, type RecordedRequest, type SimulatedFlow } from './simulate/simulate.ts';
export { followConfiguration } from './follow-configuration.ts';
export { describeSchema, type SchemaInForce, type WatchMeter } from './levels/schema-in-force.ts';
export type { Ticket } from './ticket.ts';
export { dumpPriorityLevels, dumpQueues, dumpRequests } from './debug/dumps.ts';
