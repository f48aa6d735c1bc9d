/** Completes an engine with elections, which stand on its other methods and its leases. */
import type { Engine, Storage } from '../contract/storage.ts';
import { createElections } from './create-elections.ts';
import type { ElectionLeases } from './election-lease.ts';

/** The engine rejects with `closed` once it is closed, which ends campaigns. */
export function withElections(engine: Engine, leases: ElectionLeases): Storage {
  return { ...engine, elections: createElections({ storage: engine, leases }) };
}
