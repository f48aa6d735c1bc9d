/** `keelson verify`: tells whether a backup is whole, without restoring it. */

import { openBackup } from '@keelson/storage';

import type { Command } from '../command.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { readBackupFile } from './read-backup-file.ts';
import { readToEnd } from './restore-command.ts';

const help = `Reads a backup to its end and tells whether it is whole: every checksum, of each part
and of all of it.

Usage: keelson verify FILE [options]

  FILE               the backup; - for standard input
  -o, --output FORM  text or json (default: text)
  -h, --help         this text

Exit codes: 0 when it is whole, 1 when it is not, 2 when the command was not understood.
`;

export const verifyCommand: Command = { help, run: verify };

async function verify(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseOrThrow(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('name one backup, or - for standard input');
  const { output = 'text' } = values;
  if (output !== 'text' && output !== 'json') throw new UsageError(`-o is text or json, and not "${output}"`);
  try {
    const { head, pages } = await openBackup(file === '-' ? terminal.stdin : readBackupFile(file));
    const { entries, sha256 } = await readToEnd(pages());
    const { revision, engine, createdAt } = head;
    const text = `${file} is whole: ${entries} entries at revision ${revision} of ${engine}, made ${createdAt}, ${sha256}\n`;
    terminal.writeOut(output === 'json' ? `${JSON.stringify({ ...head, entries, sha256 }, undefined, 2)}\n` : text);
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson verify: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

function parseOrThrow(args: readonly string[]) {
  const options = { output: { type: 'string', short: 'o' } } as const;
  return parseOptionsOrThrow({ args, allowPositionals: true, options });
}
