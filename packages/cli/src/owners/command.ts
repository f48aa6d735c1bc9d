/** `keelson owners`: the field managers of an object's fields, and how to resolve conflicts. */
import { readFile } from 'node:fs/promises';

import { decodeManagedFields, viewOwned } from '@keelson/patch';
import type { Owner } from '@keelson/patch';
import { parseJson } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import { askServer } from '../client/ask-server.ts';
import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { splitDocuments } from '../convert/documents.ts';
import { describe } from '../convert/inputs.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { ownersHelp, parseOwnersOptions } from './options.ts';
import type { OwnersOptions } from './options.ts';
import { printOwned } from './print-owned.ts';

export const ownersCommand: Command = {
  help: ownersHelp,
  run: owners,
};

type JsonObject = Readonly<Record<string, JsonValue>>;

async function owners(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseOwnersOptions(args);
  const printed: string[] = [];
  let code: ExitCode = exitCode.done;
  for (const source of options.sources) {
    try {
      const objects = await readObjects(source, options, terminal);
      for (const object of objects) printed.push(print(object, options.manager));
    } catch (error) {
      terminal.writeError(`keelson owners: ${source}: ${describe(error)}\n`);
      code = exitCode.failed;
    }
  }
  if (printed.length > 0) terminal.writeOut(`${printed.join('\n')}\n${advice}`);
  return code;
}

const advice = `To change a field that others manage, apply with force (kubectl apply --server-side --force-conflicts):
it becomes yours. Apply the value it has, and you share it. Leave it out, and it stays theirs; one that
only you manage goes away when you leave it out of what you apply.
`;

async function readObjects(source: string, options: OwnersOptions, terminal: Terminal): Promise<JsonObject[]> {
  const isRemote = /^https?:\/\//.test(source) || source.startsWith('/api');
  const bytes = isRemote ? await fetchObject(source, options, terminal) : await readLocal(source, terminal);
  const split = splitDocuments(bytes);
  if (!split.ok) throw new Error(split.message);
  const objects = split.documents.flatMap((document) => {
    if (document.form === 'protobuf') throw new Error('is protobuf; convert it first: keelson convert -o yaml');
    return itemsOf(document.value);
  });
  if (objects.length === 0) throw new Error('holds no object');
  return objects;
}

async function readLocal(source: string, { stdin }: Terminal): Promise<Uint8Array> {
  if (source !== '-') return readFile(source);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function fetchObject(
  url: string,
  { kubeconfig, context }: OwnersOptions,
  { env }: Terminal,
): Promise<Uint8Array> {
  const connection = await readKubeconfig({ path: kubeconfig, context, env });
  // Credentials go to the server that they are for, and to no other.
  if (url.startsWith('http') && new URL(url).origin !== new URL(connection.server).origin) {
    throw new Error(`is not on ${connection.server}, the server of the kubeconfig; choose another with --context`);
  }
  const { status, text } = await askServer(connection, url);
  if (status !== 200) throw new Error(`the server answered ${String(status)}: ${messageOf(text)}`);
  return Buffer.from(text);
}

function messageOf(text: string): string {
  const parsed = parseJson(text);
  const message = parsed.ok && isObject(parsed.value) ? parsed.value['message'] : undefined;
  return typeof message === 'string' ? message : text.slice(0, 200);
}

/** The object, or the items of a list. */
function itemsOf(value: JsonValue): JsonObject[] {
  if (!isObject(value)) throw new Error('holds something that is no object');
  const items: unknown = value['items'];
  return Array.isArray(items) ? items.filter((item) => isObject(item)) : [value];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function print(object: JsonObject, manager: string | undefined): string {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const { managedFields, ...shown } = metadata;
  const decoded = decodeManagedFields(managedFields);
  if (!decoded.ok) throw new Error(`its managedFields cannot be read: ${decoded.message}`);
  const all = [...decoded.owners.values()];
  const body = printOwned(viewOwned({ ...object, metadata: shown }, all), manager);
  return `${body}\n${all.length === 0 ? nobody : printManagers(all)}`;
}

const nobody = `Nobody is recorded as a manager. Files need their managedFields: kubectl get -o yaml --show-managed-fields
`;

function printManagers(owners: readonly Owner[]): string {
  const rows = owners.map(({ manager, operation, subresource, apiVersion, time }) => [
    manager,
    `${operation === 'Apply' ? 'applies' : 'updates'}${subresource === '' ? '' : ` ${subresource}`}`,
    `as ${apiVersion}`,
    time === undefined ? '' : `since ${time}`,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['Managers:', ...lines.map((line) => `  ${line}`), ''].join('\n');
}
