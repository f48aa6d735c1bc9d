/**
 * The head of a stored object: the metadata that decisions depend on. Decoded once per version and
 * kept with it, so that asking again costs a look-up. Decisions rest on this or on the whole
 * object, never on text that stands somewhere in the bytes: labels and data may hold any text,
 * that of field names included.
 */
import { metadataBytes } from '@keelson/cache';
import type { ObjectVersion } from '@keelson/cache';

import { freeze } from './freeze.ts';

export interface ObjectOwner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller: boolean;
  readonly blockOwnerDeletion: boolean;
}

/** Deeply frozen. A field that is missing, or not of its type, counts as empty. */
export interface ObjectHead {
  readonly name: string;
  /** Empty for objects without namespaces. */
  readonly namespace: string;
  readonly uid: string;
  /** 0 for kinds that count no generations. */
  readonly generation: number;
  /** `undefined` for an object that is not being deleted. */
  readonly deletionTimestamp: string | undefined;
  readonly finalizers: readonly string[];
  readonly ownerReferences: readonly ObjectOwner[];
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

const heads = new WeakMap<ObjectVersion, ObjectHead>();

/** Throws if the value is no JSON object with metadata, and names the key. The watch cache holds no such value. */
export function headOfOrThrow(version: ObjectVersion): ObjectHead {
  let head = heads.get(version);
  if (head === undefined) heads.set(version, (head = decodeObjectHead(version)));
  return head;
}

/** The head if it has been decoded; for readers of many objects that keep none of the heads. */
export function peekHead(version: ObjectVersion): ObjectHead | undefined {
  return heads.get(version);
}

/** The object is being deleted: finalizers still hold it. */
export function isTerminating(version: ObjectVersion): boolean {
  return headOfOrThrow(version).deletionTimestamp !== undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The same, decoded again with each call and not kept: for those who look at many objects once.
 * Large numbers lose digits here; no field of a head has any.
 */
export function decodeObjectHead({ key, value }: ObjectVersion): ObjectHead {
  const metadata = metadataOf(value);
  if (metadata === undefined) throw new Error(`${key} holds no object with metadata`);
  const { deletionTimestamp, generation } = metadata;
  return Object.freeze({
    name: textOf(metadata['name']),
    namespace: textOf(metadata['namespace']),
    uid: textOf(metadata['uid']),
    generation: typeof generation === 'number' ? generation : 0,
    deletionTimestamp: typeof deletionTimestamp === 'string' ? deletionTimestamp : undefined,
    finalizers: textsOf(metadata['finalizers']),
    ownerReferences: ownersOf(metadata['ownerReferences']),
    labels: textsByName(metadata['labels']),
    annotations: textsByName(metadata['annotations']),
  });
}

/** Metadata is the smaller part of most objects. Where its name is written with escapes, all is parsed. */
function metadataOf(value: Buffer): Fields | undefined {
  const bytes = metadataBytes(value);
  return fieldsOf(bytes === undefined ? fieldsOf(parse(value))?.['metadata'] : parse(bytes));
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const noTexts: readonly string[] = Object.freeze([]);
const noOwners: readonly ObjectOwner[] = Object.freeze([]);
const nothingByName: Readonly<Record<string, string>> = Object.freeze({});

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return noTexts;
  return freeze((value as readonly unknown[]).filter((item) => typeof item === 'string'));
}

function textsByName(value: unknown): Readonly<Record<string, string>> {
  const fields = fieldsOf(value);
  if (fields === undefined) return nothingByName;
  const areTexts = Object.values(fields).every((item) => typeof item === 'string');
  const texts = areTexts ? fields : Object.fromEntries(Object.entries(fields).filter(([, item]) => isText(item)));
  return freeze(texts as Readonly<Record<string, string>>);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function ownersOf(value: unknown): readonly ObjectOwner[] {
  if (!Array.isArray(value)) return noOwners;
  return freeze((value as readonly unknown[]).flatMap((item) => ownerOf(fieldsOf(item))));
}

function ownerOf(fields: Fields | undefined): readonly ObjectOwner[] {
  if (fields === undefined) return [];
  return [
    {
      apiVersion: textOf(fields['apiVersion']),
      kind: textOf(fields['kind']),
      name: textOf(fields['name']),
      uid: textOf(fields['uid']),
      controller: fields['controller'] === true,
      blockOwnerDeletion: fields['blockOwnerDeletion'] === true,
    },
  ];
}
