/**
 * Callers of a static token file: lines of `token,user,uid[,"group1,group2"]`. Tokens
 * are looked up by their digest, so that the time a look-up takes tells nothing about
 * how much of a guess was right.
 */
import { createHash, timingSafeEqual } from 'node:crypto';

import type { User } from '../user.ts';
import { unknown } from './authenticator.ts';
import type { Authenticator } from './authenticator.ts';

export type TokenFile =
  | { readonly ok: true; readonly authenticator: Authenticator; readonly count: number }
  | { readonly ok: false; readonly line: number; readonly message: string };

interface Entry {
  readonly digest: Buffer;
  readonly user: User;
}

export function parseTokenFile(text: string): TokenFile {
  const entries = new Map<string, Entry>();
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    if (typeof parsed === 'string') return { ok: false, line: index + 1, message: parsed };
    const digest = digestOf(parsed.token);
    entries.set(digest.toString('base64'), { digest, user: parsed.user });
  }
  return { ok: true, authenticator: authenticatorOf(entries), count: entries.size };
}

function authenticatorOf(entries: ReadonlyMap<string, Entry>): Authenticator {
  return {
    authenticate({ bearerToken }) {
      if (bearerToken === undefined || bearerToken === '') return unknown;
      const digest = digestOf(bearerToken);
      const found = entries.get(digest.toString('base64'));
      if (found === undefined || !timingSafeEqual(found.digest, digest)) return unknown;
      return { outcome: 'known', user: found.user };
    },
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What is wrong with the line, without the secret in it. */
function parseLine(line: string): { token: string; user: User } | string {
  const cells = splitCells(line);
  if (cells === undefined) return 'a quote is not closed';
  const [token = '', name = '', uid = '', groups = ''] = cells;
  if (cells.length < 3) return 'a token, a user name and a uid are needed, separated by commas';
  if (token === '') return 'the token is empty';
  if (name === '') return 'the user name is empty';
  const user = {
    name,
    groups: groups
      .split(',')
      .map((group) => group.trim())
      .filter((group) => group !== ''),
  };
  return { token, user: uid === '' ? user : { ...user, uid } };
}

/** Cells of a line of CSV; a doubled quote inside quotes is a quote. */
function splitCells(line: string): string[] | undefined {
  const cells: string[] = [];
  let rest = line.trim();
  for (;;) {
    const match = /^\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/.exec(rest);
    if (match === null) return undefined;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2]?.trim() ?? '');
    if (match[3] === '') return cells;
    rest = rest.slice(match[0].length);
  }
}
