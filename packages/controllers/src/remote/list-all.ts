/** All objects of a kind of another server, in pages. */
import type { Status } from '@keelson/meta';
import type { JsonValue, Resource } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

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

interface ListBody {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
  readonly items?: readonly JsonValue[] | null;
}

const pageSize = 500;

export async function listAll(server: RemoteServer, resource: Resource): Promise<Listed> {
  const items: ListedItem[] = [];
  for (let next = ''; ;) {
    const answer = await requestRemote(server, {
      method: 'GET',
      path: `${resourcePathOf({ resource })}${queryOf(next)}`,
    });
    if (!answer.ok) return failureOf(answer.status);
    const { metadata = {}, items: page } = answer.value as unknown as ListBody;
    for (const value of page ?? []) {
      items.push(itemOf(resource, value));
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
    next = metadata.continue ?? '';
    if (next === '') return { kind: 'listed', items, resourceVersion: metadata.resourceVersion ?? '' };
  }
}

function queryOf(next: string): string {
  return `?limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`;
}

function failureOf({ code, message = 'the list was refused' }: Status): Listed {
  return code === 404 ? { kind: 'absent' } : { kind: 'failed', message };
}

/** Items of lists name no type. */
export function itemOf({ group, version, kind }: Resource, value: JsonValue): ListedItem {
  const fields = value as unknown as { readonly metadata?: { readonly namespace?: string; readonly name?: string } };
  const { namespace = '', name = '' } = fields.metadata ?? {};
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { namespace, name, value: { kind, apiVersion, ...(value as object) } };
}
