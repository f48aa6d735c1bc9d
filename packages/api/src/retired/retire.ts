/**
 * Derives a retired version from the version that replaced it. Stored objects of a retired version can still be decoded
 * and converted; discovery does not list it and nothing serves it.
 */
import { resource } from '@keelson/schema';
import type { Conversion, Message, Release, Resource, TypeOf } from '@keelson/schema';

import { listOf } from '../meta/v1/list-of.ts';

export interface Retirement<M extends Message> {
  readonly group: string;
  readonly version: string;
  /** The first release without it; absent for alpha versions, which may go unannounced, where it is not on record. */
  readonly removed?: Release;
  /** Absent where the fields are those of the served version. */
  readonly message?: M;
  /** Absent where the fields mean the same and have the same defaults. */
  readonly conversion?: Conversion<TypeOf<M>>;
}

export function retire<M extends Message>(served: Resource, retirement: Retirement<M>): Resource {
  const { group, version, removed, message, conversion } = retirement;
  const { kind, plural, singular, scope, list, storage, about } = served;
  const ownList = message && list ? listOf(message) : list;
  const retired = resource<Message>({
    group,
    version,
    kind,
    plural,
    singular,
    scope,
    verbs: [],
    message: message ?? served.message,
    ...(ownList && { list: ownList }),
    ...(about !== undefined && { about }),
    lifecycle: { ...(removed && { removed }), replacement: { group: served.group, version: served.version, kind } },
  });
  return { ...retired, storage, ...(conversion && { conversion }) };
}

/** Several at once that have nothing of their own but the version. */
export function retireAll(served: readonly Resource[], retirement: Retirement<never>): Resource[] {
  return served.map((each) => retire(each, retirement));
}
