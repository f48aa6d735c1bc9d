/**
 * A kind as one of its versions shows it, where another server converts: stored objects in that version, and objects of
 * that version as they are stored. An object that is in the version already is handed out as it is, and nobody is asked.
 */
import { apiVersionBytes, type ObjectVersion, type WatchEncoder } from '@keelson/cache';
import { groupVersion, type Resource } from '@keelson/schema';
import { giveWay, when, type MaybePromise } from '@keelson/telemetry';

import { ConversionError } from '../conversion-error.ts';
import type { ConversionMemory } from './conversion-memory.ts';
import { convertForStore, createConverter, nothingConverted, type ConvertedKind, type Converter } from './converter.ts';
import { createEventBatches } from './event-batches.ts';

/** Rejections are `ConversionError`s. A deadline is in milliseconds since 1970; without one the webhook's own time limit holds. */
export interface VersionView {
  /** False for an object that was stored in another version than the one that is stored now. */
  isInStoredVersion(object: ObjectVersion): boolean;
  showOne(object: ObjectVersion, deadline?: number): MaybePromise<ObjectVersion>;
  /** In the same order. */
  showAll(objects: readonly ObjectVersion[]): MaybePromise<readonly ObjectVersion[]>;
  /** The bytes to be stored, of an object of this version without a resourceVersion. */
  toStored(value: Buffer, deadline?: number): MaybePromise<Buffer>;
  /** Makes the events of objects in this version. The same encoder for the same argument. */
  encoderOver(encoder: WatchEncoder): WatchEncoder;
}

export function createVersionView(kind: ConvertedKind, memory: ConversionMemory): VersionView {
  const { stored, shown } = kind;
  const isShown = hasVersionOf(shown);
  const converter = createConverter(kind, memory);
  const showInBatches = createEventBatches(converter);
  const find = (object: ObjectVersion) => (isShown(object) ? object : memory.find(object, shown));
  const convertEvent: ShowEvent = (object) => find(object) ?? showInBatches(object);
  const encoders = new WeakMap<WatchEncoder, WatchEncoder>();
  return {
    isInStoredVersion: hasVersionOf(stored),
    showOne: (object, deadline) => find(object) ?? inTime(converter.convert([object]).then(firstOf), deadline),
    showAll: (objects) => (objects.every(isShown) ? objects : showMissing(objects, find, converter)),
    toStored: (value, deadline) => (shown === stored ? value : inTime(convertForStore(kind, value), deadline)),
    encoderOver: (encoder) => {
      let made = encoders.get(encoder);
      if (made === undefined) encoders.set(encoder, (made = encodeShown(encoder, convertEvent)));
      return made;
    },
  };
}

/** By the type that an object says it has; the bytes in the watch cache are as this server writes them. */
function hasVersionOf(resource: Resource): (object: ObjectVersion) => boolean {
  const version = Buffer.from(JSON.stringify(groupVersion(resource)));
  return ({ value }) => apiVersionBytes(value)?.equals(version) === true;
}

/** Objects that are converted together: to begin, and to end, with each of them takes microseconds in one go. */
const mostAtOnce = 2_000;

type Find = (object: ObjectVersion) => ObjectVersion | undefined;

async function showMissing(
  objects: readonly ObjectVersion[],
  find: Find,
  converter: Converter,
): Promise<readonly ObjectVersion[]> {
  if (objects.length <= mostAtOnce) return showTogether(objects, find, converter);
  const shown: ObjectVersion[] = [];
  for (let first = 0; first < objects.length; first += mostAtOnce) {
    shown.push(...(await showTogether(objects.slice(first, first + mostAtOnce), find, converter)));
    await giveWay();
  }
  return shown;
}

async function showTogether(
  objects: readonly ObjectVersion[],
  find: Find,
  converter: Converter,
): Promise<readonly ObjectVersion[]> {
  const made = objects.map(find);
  const missing = objects.filter((_, index) => made[index] === undefined);
  const converted = (await converter.convert(missing)).values();
  return made.map((object) => object ?? converted.next().value ?? nothingConverted());
}

function firstOf([first]: readonly ObjectVersion[]): ObjectVersion {
  return first ?? nothingConverted();
}

type ShowEvent = (object: ObjectVersion) => MaybePromise<ObjectVersion>;

function encodeShown(encoder: WatchEncoder, show: ShowEvent): WatchEncoder {
  // Without `encodeInitial`, which joins objects as they are stored.
  return {
    isBatched: true,
    encodeEvent: (type, object) => when(show(object), (shown) => encoder.encodeEvent(type, shown)),
    encodeBookmark: (revision, endsInitialEvents) => encoder.encodeBookmark(revision, endsInitialEvents),
  };
}

/** A conversion is shared: a request whose time is up leaves it to the others. */
function inTime<T>(made: Promise<T>, deadline: number | undefined): Promise<T> {
  if (deadline === undefined) return made;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const end = (): void => reject(new ConversionError('the object was not converted before the request timed out'));
    timer = setTimeout(end, Math.max(0, deadline - Date.now()));
  });
  return Promise.race([made, late]).finally(() => clearTimeout(timer));
}
