/** `keelson migrate`: rewrites all objects of a kind in its storage version, page by page. */
import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { exitCode, type ExitCode, type Terminal } from '../terminal.ts';
import { bodyOrThrow, createApiClient, type ApiAnswer, type ApiClient } from './api-client.ts';
import { findResource, type FoundResource } from './find-resource.ts';
import { migrateHelp, parseMigrateOptions, type MigrateOptions } from './options.ts';
import { readProgress, removeProgress, writeProgress, type Progress } from './progress-file.ts';
import { rewriteObjects, type ListedObject } from './rewrite-objects.ts';
import { trimVersions } from './trim-versions.ts';

export const migrateCommand: Command = {
  help: migrateHelp,
  run: migrate,
};

interface Migration {
  readonly options: MigrateOptions;
  readonly client: ApiClient;
  readonly resource: FoundResource;
  /** The name of the resource in output. */
  readonly name: string;
  readonly terminal: Terminal;
}

async function migrate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseMigrateOptions(args);
  try {
    return await migrateAll(options, terminal);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    terminal.writeError(`keelson migrate: ${message}\n`);
    return exitCode.failed;
  }
}

async function migrateAll(options: MigrateOptions, terminal: Terminal): Promise<ExitCode> {
  const { kubeconfig, context, plural, group, statePath } = options;
  const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
  const client = createApiClient(connection);
  const resource = await findResource(client, options);
  const name = group === '' ? plural : `${plural}.${group}`;
  const migration = { options, client, resource, name, terminal };
  const begun = await begin(migration, connection.server);
  const { done, failed } = await rewritePages(migration, begun);
  if (failed > 0) {
    await removeProgress(statePath);
    terminal.writeError(`keelson migrate: ${name}: ${failed} of ${done} objects are not migrated; run it again\n`);
    return exitCode.failed;
  }
  await trim(migration);
  await removeProgress(statePath);
  terminal.writeOut(`${name}: ${done} ${done === 1 ? 'object is' : 'objects are'} migrated\n`);
  return exitCode.done;
}

/** Where the migration begins: at the first object, or where an earlier run was interrupted. */
async function begin({ options, resource, name, terminal }: Migration, server: string): Promise<Progress> {
  const { path, definition } = resource;
  const { uid = '', storageVersion = '' } = definition ?? {};
  const identity = { server, path, definition: uid, storageVersion };
  const earlier = options.restarts ? undefined : await readProgress(options.statePath, identity);
  if (earlier !== undefined) terminal.writeError(`${name}: goes on after ${earlier.done} objects\n`);
  return earlier ?? { ...identity, continue: '', done: 0, failed: 0 };
}

async function rewritePages(migration: Migration, begun: Progress): Promise<Progress> {
  const { options, client, resource, name, terminal } = migration;
  const onFailure = (object: string, message: string): void =>
    terminal.writeError(`keelson migrate: ${name} ${object}: ${message}\n`);
  const { path } = resource;
  let progress = begun;
  for (;;) {
    const page = await readPage(migration, progress.continue);
    const failed = await rewriteObjects({ client, path, parallel: options.parallel, onFailure }, page.objects);
    const done = progress.done + page.objects.length;
    progress = { ...progress, continue: page.continue, done, failed: progress.failed + failed };
    if (page.continue === '') return progress;
    await writeProgress(options.statePath, progress);
    terminal.writeError(`${name}: ${done}${page.remaining === undefined ? '' : ` of ${done + page.remaining}`}\n`);
  }
}

interface Page {
  readonly objects: readonly ListedObject[];
  /** Empty for the last one. */
  readonly continue: string;
  readonly remaining: number | undefined;
}

interface List {
  readonly metadata?: { readonly continue?: string; readonly remainingItemCount?: number };
  readonly items?: readonly ListedObject[] | null;
}

const expired = 410;

/**
 * A token that has expired comes with one that goes on from the same object, at a later state: objects that were created
 * before it since are in the storage version.
 */
async function readPage({ client, resource, options }: Migration, token: string): Promise<Page> {
  const ask = (next: string): Promise<ApiAnswer> => {
    const query = new URLSearchParams({ limit: String(options.chunkSize), ...(next !== '' && { continue: next }) });
    return client.ask(`${resource.path}?${query.toString()}`);
  };
  let answer = await ask(token);
  const fresh = answer.status === expired ? (answer.body as List).metadata?.continue : undefined;
  if (fresh !== undefined && fresh !== '') answer = await ask(fresh);
  const { metadata, items } = bodyOrThrow(answer, resource.path) as List;
  return { objects: items ?? [], continue: metadata?.continue ?? '', remaining: metadata?.remainingItemCount };
}

async function trim({ client, options, resource, name, terminal }: Migration): Promise<void> {
  if (resource.definition === undefined || options.keepsVersions) return;
  const gone = await trimVersions(client, options, resource.definition);
  if (gone.length > 0) terminal.writeError(`${name}: nothing is stored as ${gone.join(' or ')} any more\n`);
}
