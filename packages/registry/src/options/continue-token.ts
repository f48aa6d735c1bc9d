/**
 * Continue tokens: where the next page of a list begins, and at which revision. They
 * are opaque to clients, and whatever else a client sends instead is refused.
 */
import { posix } from 'node:path';

import { badRequest } from '@keelson/meta';
import { quote } from '@keelson/schema';

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
  if (parsed === undefined) return refuse('it is not one that this server made');
  const { v, rv, start } = parsed;
  const version = versionIn(domain);
  if (v !== version) {
    return refuse(`server does not recognize this encoded version ${quote(typeof v === 'string' ? v : '')}`);
  }
  if (!isRevision(rv)) return refuse(`incorrect encoded start resourceVersion (version ${version})`);
  if (typeof start !== 'string' || start === '') return refuse(`encoded start key empty (version ${version})`);
  const after = readStart(start);
  if (after === undefined) return refuse('its start key is no key');
  return done({ revision: rv === newest ? undefined : rv, after });
}

/** Instead of a revision: the newest. */
const newest = -1;

function isRevision(rv: unknown): rv is number {
  return typeof rv === 'number' && Number.isSafeInteger(rv) && (rv === newest || rv > 0);
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

function parseToken(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.length > longestToken || !/^[\w-]+=*$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function refuse(why: string) {
  return refused(badRequest(`invalid continue token: continue key is not valid: ${why}`));
}
