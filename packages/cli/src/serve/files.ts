/** The files that flags name, as sources that the server reads again when they change. */
import type { FileSource } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { ServeValues } from './values.ts';

/** Flags that take one text. */
export type TextFlag = {
  [Name in keyof ServeValues]: ServeValues[Name] extends string | undefined ? Name : never;
}[keyof ServeValues];

export function fileOf(values: ServeValues, flag: TextFlag): FileSource | undefined {
  const path = values[flag];
  return path === undefined || path === '' ? undefined : { flag, path };
}

/** Both or neither. */
export function filePairOf(values: ServeValues, first: TextFlag, second: TextFlag) {
  const [a, b] = [fileOf(values, first), fileOf(values, second)];
  if (a === undefined && b === undefined) return undefined;
  if (a === undefined) throw new UsageError(`--${second} needs --${first} beside it`);
  if (b === undefined) throw new UsageError(`--${first} needs --${second} beside it`);
  return [a, b] as const;
}
