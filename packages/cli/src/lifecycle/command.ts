/** `keelson lifecycle check`: compares two descriptions of an API by the deprecation rules. */
import { readFile } from 'node:fs/promises';

import { compareDescriptions, readDescription } from '@keelson/api';
import { parseYaml } from '@keelson/schema';

import type { Command } from '../command.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';

const help = `Checks that an API keeps the deprecation rules from one release to the next.

Usage: keelson lifecycle check OLD NEW

  OLD, NEW              files in JSON or YAML: an OpenAPI document (version 2 or 3), a
                        CustomResourceDefinition, or a list of these
  -h, --help            this text

It tells of elements that are removed or change their type, default or values without a
new version (rule 1), versions that are deprecated in favour of less stable ones (rule 3),
versions that are removed though they are GA, were not deprecated, or are stored (rule 4a),
and storage versions that move too early (rule 4b).

Exit codes: 0 when all rules are kept, 1 when one is broken or a file cannot be read, 2
when the command was not understood.

Examples:
  keelson lifecycle check released/widgets.yaml widgets.yaml
  kubectl get --raw /openapi/v3/apis/apps/v1 > new.json
  keelson lifecycle check old.json new.json
`;

export const lifecycleCommand: Command = { help, run: runLifecycle };

async function runLifecycle(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [verb, old, next, ...more] = args;
  if (verb !== 'check') throw new UsageError('say what to do: check OLD NEW');
  if (old === undefined || next === undefined || more.length > 0) throw new UsageError('name two files: check OLD NEW');
  try {
    const [before, after] = [await describe(old), await describe(next)];
    const broken = compareDescriptions(before, after);
    for (const { rule, message } of broken) terminal.writeOut(`rule ${rule}: ${message}\n`);
    return broken.length === 0 ? exitCode.done : exitCode.failed;
  } catch (error) {
    terminal.writeError(`keelson lifecycle: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

async function describe(path: string) {
  const parsed = parseYaml(await readFile(path, 'utf8'));
  if (!parsed.ok) throw new Error(`${path}: line ${parsed.line ?? 1}: ${parsed.message}`);
  const { documents } = parsed;
  // Several documents are a list of definitions.
  const read = readDescription(documents.length === 1 ? documents[0] : { items: documents });
  if (!read.ok) throw new Error(`${path}: ${read.message}`);
  return read.description;
}
