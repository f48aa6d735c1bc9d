import { appendFileSync } from 'node:fs';

/** Appends a line of JSON. A disk that is full or read-only, as some tests have it, must not end the server that is watched. */
export function noteLine(path: string, value: object): void {
  try {
    appendFileSync(path, `${JSON.stringify(value)}\n`);
  } catch {
    // The line is lost.
  }
}
