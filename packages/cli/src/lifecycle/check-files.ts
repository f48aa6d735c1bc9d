/** `keelson lifecycle check`: the deprecation rules on the files that describe an API, release by release. */
import { readFile } from 'node:fs/promises';

import { checkHistory, readDescription, type DescribedRelease } from '@keelson/api';
import { parseYaml } from '@keelson/schema';

import { exitCode, UsageError, type ExitCode, type Terminal } from '../terminal.ts';

export async function checkFiles(names: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const files = parseNames(names);
  try {
    const releases: DescribedRelease[] = [];
    for (const { path, date } of files) releases.push({ name: path, date, description: await describe(path) });
    const { broken, untold } = checkHistory(releases);
    for (const { rule, message } of broken) terminal.writeOut(`rule ${rule}: ${message}\n`);
    for (const sentence of untold) terminal.writeError(`keelson lifecycle: ${sentence}\n`);
    return broken.length === 0 ? exitCode.done : exitCode.failed;
  } catch (error) {
    terminal.writeError(`keelson lifecycle: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  }
}

interface NamedFile {
  readonly path: string;
  readonly date: string | undefined;
}

function parseNames(names: readonly string[]): readonly NamedFile[] {
  const flag = names.find((name) => name.startsWith('-') && name !== '-');
  if (flag !== undefined) throw new UsageError(`unknown flag ${flag}; check takes files alone`);
  if (names.length < 2) throw new UsageError('name two files: check OLD NEW');
  const files = names.map(parseName);
  const dates = files.flatMap(({ date }) => date ?? []);
  if (dates.length > 0 && dates.length < files.length) {
    throw new UsageError('say the date of each file, as FILE@2022-05-03, or of none');
  }
  const late = dates.findIndex((date, index) => date < (dates[index - 1] ?? ''));
  if (late > 0)
    throw new UsageError(`${dates[late] ?? ''} is before ${dates[late - 1] ?? ''}: say the oldest release first`);
  return files;
}

function parseName(name: string): NamedFile {
  const [, path, date] = /^(.+)@(\d{4}-\d{2}-\d{2})$/.exec(name) ?? [];
  if (path === undefined || date === undefined) return { path: name, date: undefined };
  const at = new Date(date);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(date)) throw new UsageError(`${date} is no day`);
  return { path, date };
}

async function describe(path: string) {
  const text = await readFile(path, 'utf8');
  const parsed = parseYaml(text);
  if (!parsed.ok) throw new Error(`${path}: line ${parsed.line ?? 1}: ${parsed.message}`);
  // Several documents are a list of definitions. Empty documents are ignored.
  const documents = parsed.documents.filter((document) => document !== null);
  const read = readDescription(documents.length === 1 ? documents[0] : { items: documents });
  if (!read.ok) throw new Error(`${path}: ${read.message}`);
  return read.description;
}
