/** `keelson lifecycle`: compares two descriptions of an API by the deprecation rules, and tells releases apart. */
import { readFile } from 'node:fs/promises';

import { compareDescriptions, readDescription } from '@keelson/api';
import { parseYaml } from '@keelson/schema';

import type { Command } from '../command.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { parseReleaseOrThrow, printNotes } from './print-notes.ts';

const help = `Checks that an API keeps the deprecation rules from one release to the next, and prints what
changes from one release of this API to another.

Usage: keelson lifecycle check OLD NEW
       keelson lifecycle notes OLD NEW

  OLD, NEW              files in JSON or YAML: an OpenAPI document (version 2 or 3), a
                        CustomResourceDefinition, or a list of these
                        with notes: releases, such as 1.21 and 1.25
  -h, --help            this text

It tells of elements that are removed or change their type, default or values without a
new version (rule 1), versions that are deprecated in favour of less stable ones (rule 3),
versions that are removed though they are GA, were not deprecated, or are stored (rule 4a),
and storage versions that move too early (rule 4b).

Notes begin with what requires action: the versions that are removed after OLD, up to NEW,
what to use instead and what changes there.

Exit codes: 0 when all rules are kept, 1 when one is broken or a file cannot be read, 2
when the command was not understood.

Examples:
  keelson lifecycle check released/widgets.yaml widgets.yaml
  kubectl get --raw /openapi/v3/apis/apps/v1 > new.json
  keelson lifecycle check old.json new.json
  keelson lifecycle notes 1.21 1.25
`;

export const lifecycleCommand: Command = { help, run: runLifecycle };

async function runLifecycle(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [verb, old, next, ...more] = args;
  if (verb !== 'check' && verb !== 'notes') throw new UsageError('say what to do: check OLD NEW, or notes OLD NEW');
  if (old === undefined || next === undefined || more.length > 0) {
    throw new UsageError(`name two ${verb === 'check' ? 'files' : 'releases'}: ${verb} OLD NEW`);
  }
  if (verb === 'notes') {
    terminal.writeOut(printNotes(parseReleaseOrThrow(old), parseReleaseOrThrow(next)));
    return exitCode.done;
  }
  return check(old, next, terminal);
}

async function check(old: string, next: string, terminal: Terminal): Promise<ExitCode> {
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
