/** The files that flags name, as sources that the server reads again when they change. */
import type { FileSource } from '@keelson/server';

import { UsageError } from '../terminal.ts';

type Texts<Name extends string> = Readonly<Record<Name, string | undefined>>;

export function fileOf<Name extends string>(values: Texts<Name>, flag: Name): FileSource | undefined {
  const path = values[flag];
  return path === undefined || path === '' ? undefined : { flag, path };
}

/** Both or neither. */
export function filePairOf<Name extends string>(values: Texts<Name>, first: Name, second: Name) {
  const [a, b] = [fileOf(values, first), fileOf(values, second)];
  if (a === undefined && b === undefined) return undefined;
  if (a === undefined) throw new UsageError(`--${second} needs --${first} beside it`);
  if (b === undefined) throw new UsageError(`--${first} needs --${second} beside it`);
  return [a, b] as const;
}
