/** Programs that not every machine has. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program; undefined where it is in no folder of the PATH. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
