/** Prints user, verb, object and origin, cached because the requests of one connection mostly share them. */
import type { UserInfo, ObjectRef } from '@keelson/meta';

import { join, pieceOf, type ByteWriter, type Piece } from '../byte-writer.ts';
import type { Origin } from '../event.ts';
import { isPlaceOf, placeOf, type KnownPlace } from './place.ts';

export interface Calling {
  readonly verb: string;
  readonly user: UserInfo | undefined;
  /** The impersonated user. */
  readonly as: UserInfo | undefined;
}

interface Known {
  readonly calling: Calling;
  readonly place: KnownPlace | undefined;
  /** Without the place. */
  readonly caller: Piece;
  /** Up to the name. */
  readonly piece: Piece;
}

/** By where they come from, which is as good as by the connection: what came last comes again. */
const lastOf = new WeakMap<Origin, Known>();

/** From the verb to the end of the object's name. What it is about, if that is an object, has to be put next. */
export function putCalling(
  out: ByteWriter,
  calling: Calling,
  origin: Origin,
  object: ObjectRef | undefined,
): KnownPlace | undefined {
  let known = lastOf.get(origin);
  if (known === undefined || !isSame(known.calling, calling) || !isAbout(known.place, object)) {
    known = make(calling, origin, object === undefined ? undefined : placeOf(object), known);
    lastOf.set(origin, known);
  }
  out.put(known.piece);
  const { place } = known;
  if (place?.isNamed === true) out.quote(object?.name ?? '');
  return place;
}

function isAbout(place: KnownPlace | undefined, object: ObjectRef | undefined): boolean {
  return place === undefined || object === undefined ? place === object : isPlaceOf(place, object);
}

function isSame(one: Calling, other: Calling): boolean {
  return one.user === other.user && one.as === other.as && one.verb === other.verb;
}

function make(calling: Calling, origin: Origin, place: KnownPlace | undefined, last: Known | undefined): Known {
  const isKnown = last !== undefined && isSame(last.calling, calling);
  const caller = isKnown ? last.caller : pieceOf(printCaller(calling, origin));
  return { calling, place, caller, piece: place === undefined ? caller : join(caller, place.head) };
}

function printCaller({ verb, user, as }: Calling, { sourceIps, userAgent }: Origin): string {
  return (
    `,"verb":${JSON.stringify(verb)},"user":${user === undefined ? '{}' : printUser(user)}` +
    (as === undefined ? '' : `,"impersonatedUser":${printUser(as)}`) +
    (sourceIps.length === 0 ? '' : `,"sourceIPs":${JSON.stringify(sourceIps)}`) +
    (userAgent === '' ? '' : `,"userAgent":${JSON.stringify(userAgent)}`)
  );
}

function printUser({ name: username, uid, groups, extra }: UserInfo): string {
  return JSON.stringify({
    username,
    ...(uid !== undefined && uid !== '' && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra !== undefined && { extra }),
  });
}
