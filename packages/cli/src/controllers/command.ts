/** `keelson controllers`: runs the controllers as a process of their own against an API server. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import { createApiScheme, featureGatesOff, findFeatureGateFault } from '@keelson/api';
import { createCallouts } from '@keelson/callouts';
import { allControllers, startRemoteControllers, type ElectedControllers } from '@keelson/controllers';
import { createWorkQueueMetrics } from '@keelson/informers';
import { addProcessMetrics, createLogger, createMetrics, type Metrics } from '@keelson/telemetry';

import { calloutTargetOf, noServices } from '../client/callout-target.ts';
import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { controllersOf } from '../serve/controller-flags.ts';
import { printHelp } from '../serve/help.ts';
import { switchesOf } from '../serve/lifecycle.ts';
import { parseFlags } from '../serve/parse-flags.ts';
import { untilSignal } from '../serve/signals.ts';
import { exitCode, UsageError } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { clusterKeysOf } from './cluster-keys.ts';
import { processFlags, type ProcessValues } from './flags.ts';
import { openHealthServer } from './health-server.ts';

const intro = `Run the controllers as a process of their own, against any server of this API.

Usage: keelson controllers [flags]

A server that has controllers of its own is started with --controllers= beside it.`;

const outro = `      --help                      this text

SIGTERM or SIGINT: the work under way is finished, the Lease given back, and the
process exits with 0.
`;

export const controllersCommand: Command = { help: printHelp(intro, processFlags, outro), run: runControllers };

async function runControllers(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const values = parseFlags(processFlags, args);
  const { kubeconfig, context } = values;
  const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
  const logger = createLogger({ format: values['logging-format'] === 'json' ? 'json' : 'text', verbosity: values.v });
  const metrics = createMetrics({ release: '1.24', logger });
  addProcessMetrics(metrics);
  const callouts = createCallouts({ resolveService: noServices, metrics });
  const { names, settings, workers } = controllersOf(values);
  const definitions = allControllers.filter(({ name }) => names.includes(name));
  const controllers = startRemoteControllers({
    server: { callouts, target: calloutTargetOf(connection) },
    definitions,
    scheme: createApiScheme({ includeRetired: true }),
    identity: `${hostname()}_${randomUUID()}`,
    lease: leaseOf(values),
    usesAccountCredentials: values['use-service-account-credentials'],
    workers,
    settings,
    gatesOff: gatesOffOf(values, names),
    credentials: await clusterKeysOf(values, connection.authority),
    record: createWorkQueueMetrics(metrics),
    logger,
  });
  showLeader(metrics, controllers);
  const checks = () =>
    new Map([
      ['ping', undefined],
      ...definitions.map(({ name }) => [`controller/${name}`, controllers.check(name)] as const),
    ]);
  const [address, port] = [values['bind-address'], values['secure-port']];
  const health = port === 0 ? undefined : await openHealthServer({ address, port, checks, metrics });
  terminal.writeOut(`Keelson runs controllers for ${connection.server}\n`);
  const signal = await untilSignal();
  logger.info('told to stop', { signal });
  await controllers.stop();
  await health?.close();
  callouts.close();
  return exitCode.done;
}

function leaseOf(values: ProcessValues) {
  if (!values['leader-elect']) return undefined;
  const [leaseMs, renewMs] = [values['leader-elect-lease-duration'], values['leader-elect-renew-deadline']];
  if (renewMs >= leaseMs) {
    throw new UsageError('--leader-elect-renew-deadline has to be less than --leader-elect-lease-duration');
  }
  const retryMs = values['leader-elect-retry-period'];
  if (retryMs >= renewMs || retryMs <= 0) {
    throw new UsageError('--leader-elect-retry-period has to be less than --leader-elect-renew-deadline, and above 0');
  }
  return {
    namespace: values['leader-elect-resource-namespace'],
    name: values['leader-elect-resource-name'],
    ...{ leaseMs, renewMs, retryMs },
  };
}

function gatesOffOf(values: ProcessValues, controllers: readonly string[]): ReadonlySet<string> {
  const gates = switchesOf('feature-gates', values['feature-gates']);
  const fault = findFeatureGateFault(gates);
  if (fault !== undefined) throw new UsageError(`--feature-gates: ${fault}`);
  return featureGatesOff(gates, controllers);
}

function showLeader(metrics: Metrics, controllers: ElectedControllers): void {
  metrics.gauge(
    {
      name: 'leader_election_master_status',
      help: "Gauge of if the reporting system is master of the relevant lease, 0 indicates backup, 1 indicates master. 'name' is the string used to identify the lease. Please make sure to group by name.",
      labels: ['name'],
      stability: 'ALPHA',
    },
    (gauge) => gauge.set({ name: 'controllers' }, controllers.isLeading() ? 1 : 0),
  );
}
