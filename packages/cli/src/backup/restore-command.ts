/** `keelson restore`: fills a store of either engine from a backup. */

import {
  openBackup,
  openEmbeddedRestore,
  openEtcdRestore,
  type BackupEnd,
  type BackupHead,
  type RestoreTarget,
} from '@keelson/storage';

import type { Command } from '../command.ts';
import { parseOptionsOrThrow } from '../parse-options.ts';
import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';
import { createProgress } from './progress.ts';
import { readBackupFile } from './read-backup-file.ts';
import { storeHelp, storeOf, storeOptions, type NamedStore } from './store-options.ts';
import { usualBump, usualBumpOf } from './usual-bump.ts';

const help = `Fills a store from a backup. The backup may come from the other engine: this is how
a server moves from the embedded store to etcd. The backup is verified before anything is
written.

Usage: keelson restore FILE [options]

${storeHelp}
      --bump-revision N      how far revisions begin beyond that of the backup, so that none
                             is given twice and clients list again. At least the number of
                             writes since the backup (default: ${usualBump.least}, and ${usualBump.perSecond} for each
                             second of the age of the backup: at least ${usualBump.leastEmbedded} for
                             the embedded store, at most ${usualBump.most} for etcd, where each
                             costs a small write)
      --skip-revision-bump   etcd: let revisions go on from those that it has, where those of
                             the backup are too far. Restart all clients then: some may
                             miss changes
      --replace              take the place of what is there: the directory of an embedded
                             store is put aside; keys of etcd are deleted
      --quiet                say nothing about the progress
  -h, --help                 this text

Stop all servers over the store first. The prefix of the keys is that of the backup. What
has expired since the backup is left out. Values that are encrypted need the same
--encryption-provider-config as before.

Exit codes: 0 when it is restored, 1 when it is not, 2 when the command was not understood.

Examples:
  keelson restore keelson.backup --data-dir /var/lib/keelson --replace
  keelson restore keelson.backup --etcd-servers https://10.0.0.1:2379 --etcd-cafile ca.crt
`;

export const restoreCommand: Command = { help, run: restore };

const { 'etcd-prefix': _, ...placeOptions } = storeOptions;
const options = {
  ...placeOptions,
  'bump-revision': { type: 'string' },
  'skip-revision-bump': { type: 'boolean' },
  replace: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseOrThrow>['values'];

async function restore(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseOrThrow(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('name the one file to restore');
  const store = await storeOf(values);
  const bump = bumpOf(values, store);
  let target: RestoreTarget | undefined;
  try {
    const head = await verifyFile(file);
    const bumpRevision = bump ?? usualBumpOf(store.kind, head.createdAt, Date.now());
    if (values['skip-revision-bump'] !== true) tellBump(terminal, head, bumpRevision);
    target = await openTarget({ store, values, bumpRevision, head, terminal });
    const progress = createProgress(terminal, values.quiet === true);
    let [entries, bytes] = [0, 0];
    for await (const page of (await openBackup(readBackupFile(file))).pages()) {
      await target.write(page);
      entries += page.length;
      for (const { key, value } of page) bytes += key.length + value.byteLength;
      progress.tell(entries, bytes);
    }
    const revision = await target.finish();
    terminal.writeError(`restored at revision ${revision}: ${progress.summary(entries, bytes)}\n`);
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson restore: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    await target?.close();
  }
}

function tellBump(terminal: Terminal, { revision, createdAt }: BackupHead, bumpRevision: number): void {
  const skipped = `${bumpRevision} revisions are skipped after ${revision}, that of the backup of ${createdAt}`;
  const perSecond = Math.floor(bumpRevision / Math.max(1, (Date.now() - Date.parse(createdAt)) / 1_000));
  const enough = Number.isNaN(perSecond)
    ? ''
    : `: enough for ${perSecond} writes a second since then, --bump-revision says more`;
  terminal.writeError(`${skipped}${enough}\n`);
}

function parseOrThrow(args: readonly string[]) {
  return parseOptionsOrThrow({ args, allowPositionals: true, options });
}

const mostBump = 1_000_000_000_000;

/** `undefined` where the age of the backup decides. */
function bumpOf(values: Values, { kind }: NamedStore): number | undefined {
  const text = values['bump-revision'];
  if (values['skip-revision-bump'] === true) {
    if (text !== undefined) throw new UsageError('--skip-revision-bump and --bump-revision exclude each other');
    if (kind !== 'etcd') throw new UsageError('--skip-revision-bump needs --etcd-servers');
  }
  if (text === undefined) return undefined;
  const bump = Number(text);
  if (/^\d+$/.test(text) && bump <= mostBump) return bump;
  throw new UsageError(`--bump-revision takes a number from 0 to ${mostBump}, and not "${text}"`);
}

/** Reads the file to its end: nothing is changed for a backup that is not whole. */
async function verifyFile(file: string): Promise<BackupHead> {
  const { head, pages } = await openBackup(readBackupFile(file));
  await readToEnd(pages());
  return head;
}

export async function readToEnd(pages: AsyncGenerator<unknown, BackupEnd>): Promise<BackupEnd> {
  for (;;) {
    const { done, value } = await pages.next();
    if (done === true) return value;
  }
}

interface Opening {
  readonly store: NamedStore;
  readonly values: Values;
  readonly bumpRevision: number;
  readonly head: BackupHead;
  readonly terminal: Terminal;
}

const bumpsBetweenLines = 50_000;

function openTarget({ store, values, bumpRevision, head, terminal }: Opening): Promise<RestoreTarget> {
  const restoring = {
    backupRevision: head.revision,
    bumpRevision,
    replaces: values.replace === true,
    now: Date.now,
  };
  if (store.kind === 'embedded') return openEmbeddedRestore({ ...store, ...restoring });
  const onBump = (done: number, all: number): void => {
    if (values.quiet !== true && done % bumpsBetweenLines === 0) {
      terminal.writeError(`revisions are brought on: ${done} of ${all}\n`);
    }
  };
  const skipsBump = values['skip-revision-bump'] === true;
  return openEtcdRestore({ ...store, ...restoring, prefix: head.prefix, skipsBump, onBump });
}
