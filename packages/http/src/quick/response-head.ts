/** The head of a response as text. Knows the rules of headers, and nothing of connections. */
import { STATUS_CODES } from 'node:http';

import type { HeaderValue } from '../exchange.ts';

/** What may be in a value; anything else could begin another header. */
const plainValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const plainName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Names, as they are to be sent, and values in turns. There are few of them. */
export class ResponseHeaders {
  readonly #entries: [name: string, value: HeaderValue][] = [];

  /** Refuses at once what could not be printed: nothing of it is left then, and another answer can be sent. */
  set(name: string, value: HeaderValue): void {
    if (typeof value === 'object') for (const each of value) checkValue(name, each);
    else checkValue(name, value);
    const known = this.#find(name);
    if (known !== undefined) {
      known[1] = value;
      return;
    }
    if (!plainName.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a header`);
    this.#entries.push([name, value]);
  }

  get(name: string): HeaderValue | undefined {
    return this.#find(name)?.[1];
  }

  print(): string {
    let text = '';
    for (const [name, value] of this.#entries) {
      if (typeof value === 'object') for (const each of value) text += `${name}: ${each}\r\n`;
      else text += `${name}: ${value}\r\n`;
    }
    return text;
  }

  #find(name: string): [name: string, value: HeaderValue] | undefined {
    for (const entry of this.#entries) {
      const [known] = entry;
      if (known === name || (known.length === name.length && known.toLowerCase() === name.toLowerCase())) return entry;
    }
    return undefined;
  }
}

function checkValue(name: string, value: number | string): void {
  if (typeof value === 'string' && !plainValue.test(value)) {
    throw new Error(`the value of the header ${name} has letters that no header may have`);
  }
}

const statusLines = new Map<number, string>();

export function statusLine(code: number): string {
  let line = statusLines.get(code);
  if (line === undefined) statusLines.set(code, (line = `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? 'Unknown'}\r\n`));
  return line;
}

const msPerSecond = 1_000;
let writtenSecond = Number.NaN;
let written = '';

/** Most are of the same second as the one before. */
export function dateField(nowMs: number): string {
  const second = Math.floor(nowMs / msPerSecond);
  if (second !== writtenSecond) {
    writtenSecond = second;
    written = `Date: ${new Date(second * msPerSecond).toUTCString()}\r\n`;
  }
  return written;
}
