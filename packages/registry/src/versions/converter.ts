/**
 * Objects of a kind that another server converts, from the version in which they are stored to another, and back. Each
 * object is converted once for all who want it in a version at the same time.
 */
import type { ObjectVersion } from '@keelson/cache';
import { parseGroupVersion } from '@keelson/meta';
import {
  applyDefaults,
  decodeConverted,
  encodeJson,
  groupVersion,
  parseJson,
  type ConvertRemotely,
  type RemotelyConverted,
  type Resource,
} from '@keelson/schema';
import { giveWayFor } from '@keelson/telemetry';

import { RefusedConversion } from './refused-conversion.ts';
import { ConversionError } from '../conversion-error.ts';
import type { ApiObject } from '../objects/api-object.ts';
import { encodeStored, finishVersion, plainVersion } from '../objects/stored-object.ts';
import type { ConversionMemory } from './conversion-memory.ts';

export interface ConvertedKind {
  /** The version that is stored, and the one that is shown; of one declaration. */
  readonly stored: Resource;
  readonly shown: Resource;
  readonly convertRemotely: ConvertRemotely;
}

export interface Converter {
  /** In the same order. Rejects with a `ConversionError`. */
  convert(objects: readonly ObjectVersion[]): Promise<readonly ObjectVersion[]>;
}

export function createConverter(kind: ConvertedKind, memory: ConversionMemory): Converter {
  const { shown } = kind;
  const known = (object: ObjectVersion) => memory.find(object, shown) ?? memory.findUnderWay(object, shown);
  return {
    convert: (objects) => {
      const fresh = new Set(objects.filter((object) => known(object) === undefined));
      if (fresh.size > 0) beginAll(kind, memory, [...fresh]);
      return Promise.all(objects.map(async (object) => known(object) ?? nothingConverted()));
    },
  };
}

function beginAll(kind: ConvertedKind, memory: ConversionMemory, objects: readonly ObjectVersion[]): void {
  const all = convertAll(kind, objects);
  for (const [index, object] of objects.entries()) {
    const one = all.then((made) => made[index] ?? nothingConverted());
    memory.share(object, kind.shown, one);
  }
}

export function nothingConverted(): never {
  throw new Error('a conversion has fewer results than objects');
}

/** An object and its JSON, which is not changed. */
interface Read {
  readonly object: ObjectVersion;
  readonly value: object;
}

async function convertAll(kind: ConvertedKind, objects: readonly ObjectVersion[]): Promise<readonly ObjectVersion[]> {
  const made = new Map<ObjectVersion, ObjectVersion>();
  for (const [from, members] of await byVersion(objects)) {
    requireVersion(kind, from);
    const request = { objects: members.map(({ value }) => value), from, to: groupVersion(kind.shown) };
    const converted = resultOrThrow(await kind.convertRemotely(request));
    for (const [index, { object }] of members.entries()) {
      made.set(object, await versionOf(kind.shown, object, converted[index] ?? nothingConverted()));
    }
  }
  return objects.map((object) => made.get(object) ?? nothingConverted());
}

async function byVersion(objects: readonly ObjectVersion[]): Promise<ReadonlyMap<string, readonly Read[]>> {
  const groups = new Map<string, Read[]>();
  for (const object of objects) {
    const paused = giveWayFor(object.value.length);
    if (paused !== undefined) await paused;
    const value = readForReview(object);
    const { apiVersion } = value as { readonly apiVersion?: unknown };
    const from = typeof apiVersion === 'string' ? apiVersion : '';
    const group = groups.get(from) ?? [];
    groups.set(from, group);
    group.push({ object, value });
  }
  return groups;
}

/** No webhook is asked about objects of versions that the definition does not have. */
function requireVersion({ stored }: ConvertedKind, from: string): void {
  const parsed = parseGroupVersion(from);
  const isKnown =
    parsed.ok &&
    parsed.groupVersion.group === stored.group &&
    stored.formsByVersion?.has(parsed.groupVersion.version) === true;
  if (!isKnown) throw new ConversionError(`request to convert CR from an invalid group/version: ${from}`);
}

function resultOrThrow(converted: RemotelyConverted): readonly object[] {
  if (converted.ok) return converted.objects;
  throw converted.isAnswer ? new RefusedConversion(converted.message) : new ConversionError(converted.message);
}

/** Webhooks are sent objects without their resourceVersion, which is no part of what is stored. */
function readForReview({ key, value }: ObjectVersion): object {
  const object = parseOrThrow(value, key) as { metadata?: Record<string, unknown> };
  delete object.metadata?.['resourceVersion'];
  return object;
}

function parseOrThrow(value: Buffer, key: string): object {
  const parsed = parseJson(value.toString('utf8'), { maxDepth: Infinity });
  if (!parsed.ok) throw new Error(`what is stored under ${key} is not JSON: ${parsed.message}`);
  return parsed.value as object;
}

async function versionOf(
  shown: Resource,
  { key, revision, value: { length } }: ObjectVersion,
  converted: object,
): Promise<ObjectVersion> {
  const beforeDecoding = giveWayFor(length);
  if (beforeDecoding !== undefined) await beforeDecoding;
  const decoded = decodeConverted(shown, converted);
  if (!decoded.ok) throw new RefusedConversion(decoded.message);
  const beforeEncoding = giveWayFor(length);
  if (beforeEncoding !== undefined) await beforeEncoding;
  const value = Buffer.from(encodeJson(shown.message, decoded.object), 'utf8');
  // An object of a dry run has no revision.
  return revision === 0 ? plainVersion(key, revision, value) : finishVersion(key, revision, value);
}

/** The bytes to be stored of an object of the shown version. */
export async function convertForStore(
  { stored, shown, convertRemotely }: ConvertedKind,
  value: Buffer,
): Promise<Buffer> {
  await giveWayFor(value.length);
  const request = { objects: [parseOrThrow(value, '')], from: groupVersion(shown), to: groupVersion(stored) };
  const [converted = nothingConverted()] = resultOrThrow(await convertRemotely(request));
  await giveWayFor(value.length);
  const decoded = decodeConverted(stored, converted);
  if (!decoded.ok) throw new ConversionError(decoded.message);
  await giveWayFor(value.length);
  // As it will be when it is loaded.
  applyDefaults(stored.message, decoded.object);
  return encodeStored(stored.message, decoded.object as ApiObject);
}
