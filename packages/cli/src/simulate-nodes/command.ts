/** `keelson simulate-nodes`: plays nodes and a scheduler for any server of this API, as a process of its own. */
import { hostname } from 'node:os';

import { createApiScheme } from '@keelson/api';
import { createCallouts } from '@keelson/callouts';
import { simulateNodes, startRemoteControllers, type NodeSimulationOptions } from '@keelson/controllers';
import { createLogger, createMetrics } from '@keelson/telemetry';

import { calloutTargetOf, noServices } from '../client/callout-target.ts';
import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { printHelp } from '../serve/help.ts';
import { parseFlags } from '../serve/parse-flags.ts';
import { untilSignal } from '../serve/signals.ts';
import { readRules } from '../serve/simulation-flags.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { simulatorFlags, type SimulatorValues } from './flags.ts';

const intro = `Play nodes for a server of this API: pods are bound to them, run, become ready and end, as far as
the API shows. Of a server of Keelson, 'keelson serve --simulate-nodes' does the same inside.

Usage: keelson simulate-nodes [flags]

All requests are made by the user of the kubeconfig. One such process plays the nodes of a server.`;

const outro = `      --help                      this text

SIGTERM or SIGINT: the work under way is finished, and the process exits with 0. The nodes stay, and
get no heartbeats any more.
`;

export const simulateNodesCommand: Command = { help: printHelp(intro, simulatorFlags, outro), run: runSimulator };

async function runSimulator(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const values = parseFlags(simulatorFlags, args);
  const { kubeconfig, context } = values;
  const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
  const simulation = await simulationOf(values);
  const logger = createLogger({ format: values['logging-format'] === 'json' ? 'json' : 'text', verbosity: values.v });
  const callouts = createCallouts({
    resolveService: noServices,
    metrics: createMetrics({ release: '1.24', logger }),
  });
  const running = startRemoteControllers({
    server: { callouts, target: calloutTargetOf(connection) },
    definitions: [simulateNodes(simulation)],
    scheme: createApiScheme({ includeRetired: true }),
    identity: hostname(),
    logger,
  });
  terminal.writeOut(`Keelson plays ${values.nodes} nodes for ${connection.server}\n`);
  const signal = await untilSignal();
  logger.info('told to stop', { signal });
  await running.stop();
  callouts.close();
  return exitCode.done;
}

async function simulationOf(values: SimulatorValues): Promise<NodeSimulationOptions> {
  return {
    nodes: values.nodes,
    rules: await readRules('rules', values.rules),
    seed: values.seed,
    speed: values.speed,
    recordsEvents: values.events,
    bindsPods: values.scheduler,
    actsAsNodes: false,
  };
}
