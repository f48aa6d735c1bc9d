/**
 * Callers of a static token file: lines of `token,user,uid[,"group1,group2"]`. Tokens
 * are kept by their digest alone.
 */
import type { UserInfo } from '@keelson/meta';

import { withAuthenticatedGroup } from '../user.ts';
import { digestOf } from './credentials.ts';

export type TokenFile =
  | { readonly ok: true; readonly users: ReadonlyMap<string, UserInfo> }
  | { readonly ok: false; readonly line?: number; readonly message: string };

/** By the digests of their tokens. A file without any is refused: it would lock out all callers. */
export function parseTokenFile(text: string): TokenFile {
  const users = new Map<string, UserInfo>();
  const lines = text.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    if (typeof parsed === 'string') return { ok: false, line: index + 1, message: parsed };
    users.set(digestOf(parsed.token), withAuthenticatedGroup(parsed.user));
  }
  if (users.size === 0) return { ok: false, message: 'there is no token in it' };
  return { ok: true, users };
}

/** Returns the error as a string, which never contains the token. */
function parseLine(line: string): { token: string; user: UserInfo } | string {
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
  let rest = line;
  for (;;) {
    rest = rest.trimStart();
    const match = /^(?:"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/.exec(rest);
    if (match === null) return undefined;
    cells.push(match[1]?.replaceAll('""', '"') ?? match[2]?.trim() ?? '');
    if (match[3] === '') return cells;
    rest = rest.slice(match[0].length);
  }
}
