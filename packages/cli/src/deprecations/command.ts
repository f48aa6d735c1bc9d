/** `keelson deprecations`: deprecated versions that are in use, and what an upgrade would break. */
import { stringifyJson } from '@keelson/schema';

import { askServer, type ServerAnswer } from '../client/ask-server.ts';
import { readKubeconfig, type ServerConnection } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { createApiClient } from '../migrate/api-client.ts';
import { exitCode, type ExitCode, type Terminal } from '../terminal.ts';
import { printFindings, type DeprecatedUse, type FindingScope } from './deprecated-use.ts';
import { deprecationsHelp, parseDeprecationsOptions, type DeprecationsOptions } from './options.ts';
import { findReported } from './reported.ts';
import { emptyResources, findRequested } from './requested.ts';
import { findRelease } from './server-release.ts';
import { findStored, type LookProgress } from './stored.ts';
import { version } from '../version.ts';

/** Requests of this program are not counted as use of a deprecated version. */
const ownAgent = `keelson-deprecations/${version}`;

export const deprecationsCommand: Command = { help: deprecationsHelp, run: deprecations };

async function deprecations(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseDeprecationsOptions(args);
  try {
    const { findings, isComplete } = await find(options, terminal);
    terminal.writeOut(print(findings, options));
    // A pipeline must not go on because something could not be looked at.
    const isFine = options.next === undefined || (findings.length === 0 && isComplete);
    return isFine ? exitCode.done : exitCode.failed;
  } catch (error) {
    terminal.writeError(`keelson deprecations: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

interface Found {
  readonly findings: readonly DeprecatedUse[];
  readonly isComplete: boolean;
}

async function find(options: DeprecationsOptions, terminal: Terminal): Promise<Found> {
  const { kubeconfig, context, next: until, domain, looksAtObjects } = options;
  const connection = {
    ...(await readKubeconfig({ path: kubeconfig, context, env: terminal.env })),
    userAgent: ownAgent,
  };
  const scope = { until, domain, release: await findRelease(connection) };
  const metrics = await askServer(connection, '/metrics');
  const requested = await findInRequests(connection, scope, metrics);
  if (!looksAtObjects) return { findings: requested, isComplete: true };
  let isComplete = true;
  const onFailure = (message: string): void => {
    isComplete = false;
    terminal.writeError(`keelson deprecations: ${message}\n`);
  };
  const onProgress = progressWriter(terminal);
  const isEmpty = emptyResources(metrics.status === 200 ? metrics.text : '');
  const stored = await findStored({ client: createApiClient(connection), scope, isEmpty, onFailure, onProgress });
  return { findings: [...requested, ...stored], isComplete };
}

/** Reports come a moment after the requests: what the metrics know beside them is told without its clients. */
async function findInRequests(
  connection: ServerConnection,
  scope: FindingScope,
  { status, text }: ServerAnswer,
): Promise<DeprecatedUse[]> {
  const reported = await findReported(createApiClient(connection), scope);
  if (status !== 200 && reported === undefined) throw new Error(`/metrics: the server answered ${String(status)}`);
  const requested = status === 200 ? findRequested(text, scope) : [];
  const known = new Set(reported?.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const ofOthers = reported?.filter(({ client }) => client?.userAgent !== ownAgent);
  return [...(ofOthers ?? []), ...requested.filter(({ apiVersion, kind }) => !known.has(`${apiVersion} ${kind}`))];
}

const progressStep = 1_000;

/** A line for each thousand objects, and one at the end. */
function progressWriter(terminal: Terminal): (progress: LookProgress) => void {
  let told = 0;
  return ({ kinds, allKinds, objects }) => {
    if (objects < told + progressStep && kinds < allKinds) return;
    told = objects - (objects % progressStep);
    terminal.writeError(`${String(kinds)} of ${String(allKinds)} kinds, ${String(objects)} objects\n`);
  };
}

function print(findings: readonly DeprecatedUse[], { output }: DeprecationsOptions): string {
  if (output === 'json') return `${stringifyJson({ items: findings }, 2)}\n`;
  return findings.length === 0 ? '' : printFindings(findings);
}
