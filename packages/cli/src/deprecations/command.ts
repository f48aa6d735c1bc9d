/** `keelson deprecations`: deprecated versions that are in use, and what an upgrade would break. */
import { askServer } from '../client/ask-server.ts';
import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { createApiClient } from '../migrate/api-client.ts';
import { exitCode, type ExitCode, type Terminal } from '../terminal.ts';
import { printFindings, type DeprecatedUse } from './deprecated-use.ts';
import { deprecationsHelp, parseDeprecationsOptions, type DeprecationsOptions } from './options.ts';
import { findRequested } from './requested.ts';
import { findStored } from './stored.ts';

export const deprecationsCommand: Command = { help: deprecationsHelp, run: deprecations };

async function deprecations(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseDeprecationsOptions(args);
  try {
    const findings = await find(options, terminal);
    if (findings.length > 0) terminal.writeOut(printFindings(findings));
    return findings.length > 0 && options.next !== undefined ? exitCode.failed : exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson deprecations: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

async function find(options: DeprecationsOptions, terminal: Terminal): Promise<DeprecatedUse[]> {
  const { kubeconfig, context, next: until, looksAtObjects } = options;
  const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
  const { status, text } = await askServer(connection, '/metrics');
  if (status !== 200) throw new Error(`/metrics: the server answered ${String(status)}`);
  const requested = findRequested(text, until);
  if (!looksAtObjects) return requested;
  const onFailure = (message: string): void => terminal.writeError(`keelson deprecations: ${message}\n`);
  return [...requested, ...(await findStored({ client: createApiClient(connection), until, onFailure }))];
}
