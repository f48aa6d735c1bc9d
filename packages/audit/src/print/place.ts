/** The printed `objectRef` of an event, apart from the name. */
import type { ObjectRef } from '@keelson/meta';

import { pieceOf, type Piece } from '../byte-writer.ts';
import { Stamped } from './stamped.ts';

/** The name, if there is one, goes between the head and the tail. */
export interface KnownPlace extends Omit<ObjectRef, 'name'> {
  readonly isNamed: boolean;
  readonly head: Piece;
  readonly tail: Piece;
  /** The tail, and the rest of an event without a response status. */
  readonly ending: Stamped;
}

/** By the resource: what of it was asked for last. */
const places = new Map<string, KnownPlace>();
/** Maximum cached places, after which all are dropped: a limit, because callers may request nonexistent ones. */
const limit = 1_000;

/** Returns the same object until a different place of the resource is requested. */
export function placeOf(object: ObjectRef): KnownPlace {
  const { resource } = object;
  const known = places.get(resource);
  if (known !== undefined && isPlaceOf(known, object)) return known;
  const place = makePlace(object);
  if (places.size >= limit) places.clear();
  places.set(resource, place);
  return place;
}

export function isPlaceOf(known: KnownPlace, object: ObjectRef): boolean {
  const { resource, namespace, name, group, version, subresource } = object;
  return (
    known.resource === resource &&
    known.namespace === namespace &&
    known.isNamed === (name !== '') &&
    known.version === version &&
    known.subresource === subresource &&
    known.group === group
  );
}

function makePlace({ resource, namespace, name, group, version, subresource }: ObjectRef): KnownPlace {
  const isNamed = name !== '';
  const field = (key: string, text: string): string => (text === '' ? '' : `,"${key}":${JSON.stringify(text)}`);
  const head = `,"objectRef":{"resource":${JSON.stringify(resource)}${field('namespace', namespace)}`;
  const tail = `${field('apiGroup', group)}${field('apiVersion', version)}${field('subresource', subresource)}}`;
  return {
    ...{ resource, namespace, isNamed, group, version, subresource },
    head: pieceOf(isNamed ? `${head},"name":` : head),
    tail: pieceOf(tail),
    ending: new Stamped(tail, 'Z"}'),
  };
}
