/** `keelson backup`: writes a whole store into a file, at one revision, while servers run over it. */
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { openEmbeddedBackup, openEtcdBackup, writeBackup, type BackupSource } from '@keelson/storage';

import type { Command } from '../command.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { version } from '../version.ts';
import { createProgress, type ProgressReport } from './progress.ts';
import { storeHelp, storeOf, storeOptions, type NamedStore } from './store-options.ts';

const help = `Writes everything that a store holds into a file, at one revision, while servers run
over it. Encrypted values stay encrypted.

Usage: keelson backup FILE [options]

  FILE                       where to; - for standard output. The file is there once it is
                             whole
${storeHelp}
      --etcd-prefix PREFIX   what all keys begin with (default: /registry)
      --quiet                say nothing about the progress
  -h, --help                 this text

The embedded store is read beside the server that runs over it, by the same user. The
backup holds Secrets as they are stored: keep it as you keep the store. The keys of
encryption are not in it.

Exit codes: 0 when it is whole, 1 when it is not, 2 when the command was not understood.

Examples:
  keelson backup keelson.backup --data-dir /var/lib/keelson
  keelson backup - --etcd-servers https://10.0.0.1:2379 --etcd-cafile ca.crt | zstd > b.zst
`;

export const backupCommand: Command = { help, run: backUp };

const options = { ...storeOptions, quiet: { type: 'boolean' } } as const;

async function backUp(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseOptionsOrThrow({ args, allowPositionals: true, options });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('name one file to write, or - for standard output');
  const store = await storeOf(values);
  const progress = createProgress(terminal, values.quiet === true);
  let source: BackupSource | undefined;
  try {
    source = await openSource(store, values['etcd-prefix']);
    const { entries, bytes } = await write(source, { file, terminal, progress });
    terminal.writeError(`revision ${source.revision} of ${source.engine}: ${progress.summary(entries, bytes)}\n`);
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson backup: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    await source?.close();
  }
}

function openSource(store: NamedStore, prefix: string | undefined): Promise<BackupSource> {
  const at = prefix === undefined ? {} : { prefix };
  return store.kind === 'embedded' ? openEmbeddedBackup({ ...store, ...at }) : openEtcdBackup({ ...store, ...at });
}

interface Writing {
  readonly file: string;
  readonly terminal: Terminal;
  readonly progress: ProgressReport;
}

async function write(source: BackupSource, { file, terminal, progress }: Writing) {
  let reached = { entries: 0, bytes: 0 };
  const pieces = writeBackup(source, {
    version,
    now: new Date(),
    onProgress: (now) => {
      reached = now;
      progress.tell(now.entries, now.bytes);
    },
  });
  if (file === '-') await terminal.streamOut(pieces);
  else await writeFile(file, pieces);
  return reached;
}

/** A file of this name is always whole, even after a crash of the machine. */
async function writeFile(file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(pieces, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
