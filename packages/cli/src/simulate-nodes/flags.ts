/** Flags of `keelson simulate-nodes`: those of a simulation by the names that they have without `serve`, and the server. */
import type { Flag, ValuesOf } from '../serve/flag.ts';
import { remoteProcessFlags, remoteProcessLogFlags } from '../serve/remote-process-flags.ts';
import { simulationFlags } from '../serve/simulation-flags.ts';

export const simulatorFlags = {
  ...remoteProcessFlags,
  nodes: { ...simulationFlags['simulate-nodes'], default: 3, minimum: 1, about: 'the number of nodes' },
  rules: simulationFlags['simulate-rules'],
  seed: simulationFlags['simulate-seed'],
  speed: simulationFlags['simulate-speed'],
  events: simulationFlags['simulate-events'],
  scheduler: simulationFlags['simulate-scheduler'],
  ...remoteProcessLogFlags,
} as const satisfies Readonly<Record<string, Flag>>;

export type SimulatorValues = ValuesOf<typeof simulatorFlags>;
