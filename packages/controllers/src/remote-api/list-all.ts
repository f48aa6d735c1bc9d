/** All objects of a kind of another server, in pages. */
import type { Status } from '@keelson/meta';
import type { JsonValue, Resource } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import { answerFields, answerItems, answerMetadata, answerText } from './answer-fields.ts';
import { requestRemote, resourcePathOf, type RemoteServer } from './remote-api.ts';

export interface ListedItem {
  readonly namespace: string;
  readonly name: string;
  readonly value: JsonValue;
}

export type Listed =
  | { readonly kind: 'listed'; readonly items: readonly ListedItem[]; readonly resourceVersion: string }
  /** The server has no such kind. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly message: string };

const pageSize = 500;

/** Read as an empty list, it would have controllers believe that all objects are gone. */
const noList: Listed = { kind: 'failed', message: 'the answer is no list of named objects' };

export interface ListAllOptions {
  /** JSON if absent. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

export async function listAll(
  server: RemoteServer,
  resource: Resource,
  { accept, signal }: ListAllOptions = {},
): Promise<Listed> {
  const items: ListedItem[] = [];
  for (let next = ''; ;) {
    const path = `${resourcePathOf({ resource })}${queryOf(next)}`;
    const answer = await requestRemote(server, { method: 'GET', path, accept, signal });
    if (!answer.ok) return failureOf(answer.status);
    const body = answerFields(answer.value);
    if (answerText(body, 'kind')?.endsWith('List') !== true) return noList;
    for (const value of answerItems(body, 'items')) {
      const item = itemOf(resource, value);
      if (item === undefined) return noList;
      items.push(item);
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
    const metadata = answerMetadata(body);
    next = answerText(metadata, 'continue') ?? '';
    if (next === '') return { kind: 'listed', items, resourceVersion: answerText(metadata, 'resourceVersion') ?? '' };
  }
}

function queryOf(next: string): string {
  return `?limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
}

function failureOf({ code, message = 'the list was refused' }: Status): Listed {
  return code === 404 ? { kind: 'absent' } : { kind: 'failed', message };
}

/** Items of lists name no type. Undefined for what is no object with a name. */
export function itemOf({ group, version, kind }: Resource, value: unknown): ListedItem | undefined {
  const metadata = answerMetadata(value);
  const name = answerText(metadata, 'name') ?? '';
  if (name === '') return undefined;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return {
    namespace: answerText(metadata, 'namespace') ?? '',
    name,
    value: { kind, apiVersion, ...answerFields(value) },
  };
}
