/**
 * The head of a stored object: the metadata that decisions depend on. Decoded once
 * per version and kept with it, so that asking again costs a look-up. Decisions rest on
 * this or on the whole object, never on text that stands somewhere in the bytes: labels
 * and data may hold any text, that of field names included.
 */
import type { ObjectVersion } from '@keelson/cache';

export interface Head {
  readonly name: string;
  readonly uid: string;
  /** `undefined` for an object that is not being deleted. */
  readonly deletionTimestamp: string | undefined;
}

const heads = new WeakMap<ObjectVersion, Head>();

/** Throws if the value is no JSON object with metadata, and says which key holds it. */
export function headOfOrThrow(version: ObjectVersion): Head {
  let head = heads.get(version);
  if (head === undefined) heads.set(version, (head = readHead(version)));
  return head;
}

/** The object is being deleted: something still holds it. */
export function isTerminating(version: ObjectVersion): boolean {
  return headOfOrThrow(version).deletionTimestamp !== undefined;
}

function readHead({ key, value }: ObjectVersion): Head {
  const metadata = metadataOf(value);
  if (metadata === undefined) throw new Error(`${key} holds no object with metadata`);
  const { name, uid, deletionTimestamp } = metadata;
  return {
    name: textOf(name) ?? '',
    uid: textOf(uid) ?? '',
    deletionTimestamp: textOf(deletionTimestamp),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Large numbers lose digits here, which none of these fields has. */
function metadataOf(value: Buffer): Fields | undefined {
  const object = fieldsOf(parse(value.toString('utf8')));
  return object && fieldsOf(object['metadata']);
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
