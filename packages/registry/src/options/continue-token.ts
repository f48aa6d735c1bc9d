/**
 * Continue tokens: where the next page of a list begins, and at which revision. They
 * are opaque to clients, and whatever else a client sends instead is refused.
 */
import { posix } from 'node:path';

import { badRequest } from '@keelson/meta';
import { isJsonNumber, parseJson, quote, type JsonValue } from '@keelson/schema';

import type { Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';

export interface ContinueToken {
  /** `undefined`: go on at the newest revision, as the token of an expired list says. */
  readonly revision: number | undefined;
  /** The last key that was listed, below the folder of the list. */
  readonly after: string;
}

const nul = '\u0000';
/** Enough for a name and a namespace, with the rest of the token; longer ones are not ours. */
const longestToken = 4_096;

/** `domain` makes the version that is written into the token. */
export function encodeContinueToken({ revision, after }: ContinueToken, domain: string): string {
  const token = { v: versionIn(domain), rv: revision ?? newest, start: `${after}${nul}` };
  return Buffer.from(JSON.stringify(token), 'utf8').toString('base64url');
}

export function decodeContinueToken(text: string, domain: string): Outcome<ContinueToken> {
  const parsed = parseToken(text);
  if (!parsed.ok) return parsed;
  const { v, rv, start } = parsed.value;
  const version = versionIn(domain);
  if (v !== version) return refuse(`server does not recognize this encoded version ${quote(v)}`);
  if (!isRevision(rv)) return refuse(`incorrect encoded start resourceVersion (version ${version})`);
  if (start === '') return refuse(`encoded start key empty (version ${version})`);
  const after = readStart(start);
  if (after === undefined) return refuse(start);
  return done({ revision: rv === newest ? undefined : rv, after });
}

/** Instead of a revision: the newest. */
const newest = -1;

function isRevision(rv: number): boolean {
  return Number.isSafeInteger(rv) && (rv === newest || rv > 0);
}

/** A key below the folder, which does not lead out of it. */
function readStart(start: string): string | undefined {
  const path = start.startsWith('/') ? start.slice(1) : start;
  if (posix.normalize(`/${path}`) !== `/${path}`) return undefined;
  const after = path.endsWith(nul) ? path.slice(0, -1) : path;
  return after.includes(nul) ? undefined : after;
}

function versionIn(domain: string): string {
  return `meta.${domain}/v1`;
}

interface WrittenToken {
  readonly v: string;
  readonly rv: number;
  readonly start: string;
}

function parseToken(text: string): Outcome<WrittenToken> {
  if (text.length > longestToken) return refuse('it is longer than those of this server');
  const illegal = findIllegal(text);
  if (illegal !== undefined) return refuse(`illegal base64 data at input byte ${illegal}`);
  const bytes = Buffer.from(text, 'base64url');
  const parsed = parseJson(bytes.toString('utf8'));
  if (parsed.ok) return readToken(parsed.value ?? {});
  return refuse(wordBytes(bytes) ?? parsed.message);
}

/** Clients know the character at fault as one byte. */
function wordBytes(bytes: Buffer): string | undefined {
  const parsed = parseJson(bytes.toString('latin1'));
  if (parsed.ok) return undefined;
  const byte = bytes[parsed.offset] ?? 0;
  if (byte < 0x80) return parsed.message;
  const shown = byte < 0xa1 || byte === 0xad ? `\\u00${byte.toString(16)}` : String.fromCharCode(byte);
  return parsed.message.replace(/'[^']*'/, () => `'${shown}'`);
}

/** The position that clients are told of: of a bad character, or of one that is left alone in its group of four. */
function findIllegal(text: string): number | undefined {
  const at = text.search(/[^\w-]/);
  if (at >= 0) return at;
  return text.length % 4 === 1 ? text.length - 1 : undefined;
}

/** Null is as good as nothing. */
function readToken(value: JsonValue): Outcome<WrittenToken> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(`json: cannot unmarshal ${kindOf(value)} into Go value of type etcd3.continueToken`);
  }
  const { v, rv, start } = value as Readonly<Record<keyof WrittenToken, JsonValue | undefined>>;
  for (const [key, field, type] of [
    ['v', v, 'string'],
    ['rv', rv, 'int64'],
    ['start', start, 'string'],
  ] as const) {
    const isFit = type === 'string' ? typeof field === 'string' : Number.isSafeInteger(field);
    if (isFit || field === undefined || field === null) continue;
    const shown = typeof field === 'number' ? `number ${field}` : kindOf(field);
    const found = type === 'string' ? kindOf(field) : shown;
    return refuse(`json: cannot unmarshal ${found} into Go struct field continueToken.${key} of type ${type}`);
  }
  const text = (field: JsonValue | undefined) => (typeof field === 'string' ? field : '');
  return done({ v: text(v), rv: typeof rv === 'number' ? rv : 0, start: text(start) });
}

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    default:
      return isJsonNumber(value) ? 'number' : 'object';
  }
}

function refuse(why: string) {
  return refused(badRequest(`invalid continue token: continue key is not valid: ${why}`));
}
