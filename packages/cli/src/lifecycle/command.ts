/** `keelson lifecycle`: compares two descriptions of an API by the deprecation rules, and tells releases apart. */

import type { Command } from '../command.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { checkFiles } from './check-files.ts';
import { parseReleaseOrThrow, printNotes } from './print-notes.ts';

const help = `Checks that an API keeps the deprecation rules from one release to the next, and prints what
changes from one release of this API to another.

Usage: keelson lifecycle check OLD [...] NEW
       keelson lifecycle notes OLD NEW

  OLD, NEW              files in JSON or YAML: an OpenAPI document (version 2 or 3), a
                        CustomResourceDefinition, or a list of these; of releases in
                        between too, oldest first. FILE@2022-05-03 gives the date of a
                        release; without dates, three releases are taken for a year
                        with notes: releases, such as 1.21 and 1.25
  -h, --help            this text

It tells of elements that are removed, become required, or change their type, default,
values or limits without a new version (rule 1), versions that are deprecated or no longer
stored in favour of less stable ones (rule 3), versions that are removed though they are GA,
were not deprecated, or may be stored (rule 4a), and storage versions that move too early
(rule 4b). With the releases in between, also of beta versions that are removed before they
were deprecated for nine months and three releases (rule 4a).

Notes begin with what requires action: the versions that are removed after OLD, up to NEW,
what to use instead and what changes there.

Exit codes: 0 when all rules are kept, 1 when one is broken or a file cannot be read, 2
when the command was not understood. Broken rules are printed on standard output, a line
each.

Examples:
  keelson lifecycle check released/widgets.yaml widgets.yaml
  kubectl get --raw /openapi/v3/apis/apps/v1 > new.json
  keelson lifecycle check old.json new.json
  keelson lifecycle check 1.0.yaml@2023-01-10 1.1.yaml@2023-06-02 widgets.yaml@2024-01-15
  keelson lifecycle notes 1.21 1.25
`;

export const lifecycleCommand: Command = { help, run: runLifecycle };

async function runLifecycle(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [verb, ...names] = args;
  if (verb === 'check') return checkFiles(names, terminal);
  if (verb !== 'notes') throw new UsageError('say what to do: check OLD NEW, or notes OLD NEW');
  const [old, next, ...more] = names;
  if (old === undefined || next === undefined || more.length > 0) {
    throw new UsageError('name two releases: notes OLD NEW');
  }
  terminal.writeOut(printNotes(parseReleaseOrThrow(old), parseReleaseOrThrow(next)));
  return exitCode.done;
}
