/**
 * The entry for tests of engines and of packages above them. Nothing here ships in a server,
 * and it needs Jest; the etcd for tests is an entry of its own, because benchmarks start one too.
 */
export { bytesOf } from './bytes-of.ts';
export { startChild } from './child.ts';
export type { Child, ChildOptions } from './child.ts';
export { recordWatch } from './engine.ts';
export type { EngineUnderTest, OpenEngine, Recording } from './engine.ts';
export { checkLinearizable } from './linearizability.ts';
export type { HistoricRead, HistoricWrite, Operation, Token, Verdict } from './linearizability.ts';
export { runLoad } from './random-history.ts';
export type { Door, LoadOptions } from './random-history.ts';
export { doorTo, runConformance } from './run-conformance.ts';
export { runUnreadableConformance } from './unreadable.ts';
export type { LayerUnderTest } from './unreadable.ts';
