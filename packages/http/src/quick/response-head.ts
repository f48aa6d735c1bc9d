/** The head of a response as text. Knows the rules of headers, and nothing of connections. */
import { STATUS_CODES } from 'node:http';

import type { HeaderValue } from '../exchange.ts';

/** The characters allowed in a value; others, such as line breaks, could begin another header. */
const plainValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const plainName = /^[\w!#$%&'*+.^`|~-]+$/;

/** One header as it is sent, at once for all responses that have the same. */
interface Field {
  readonly name: string;
  readonly value: HeaderValue;
  readonly text: string;
}

/** Throws for what could not be printed: nothing of it is left then, and another answer can be sent. */
export type PrintHeader = (name: string, value: HeaderValue) => Field;

const mostKept = 100;

/**
 * Keeps the last header of each name: most say the same in one response after the other. Names are ours, so that there
 * are few.
 */
export function createHeaderPrinter(printPlain: (name: string, value: number | string) => string): PrintHeader {
  const lastFields = new Map<string, Field>();
  const printOne = (name: string, value: number | string): string => {
    if (typeof value === 'string' && !plainValue.test(value)) {
      throw new Error(`the value of the header ${name} has letters that no header may have`);
    }
    return printPlain(name, value);
  };
  const print = (name: string, value: HeaderValue): string =>
    typeof value === 'object' ? value.map((each) => printOne(name, each)).join('') : printOne(name, value);
  return (name, value) => {
    const last = lastFields.get(name);
    if (last?.value === value && typeof value !== 'object') return last;
    if (last === undefined && !plainName.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a header`);
    const field = { name, value, text: print(name, value) };
    if (last !== undefined || lastFields.size < mostKept) lastFields.set(name, field);
    return field;
  };
}

const printLine = createHeaderPrinter((name, value) => `${name}: ${value}\r\n`);

/** There are few of them. */
export class ResponseHeaders {
  readonly #fields: Field[] = [];
  readonly #print: PrintHeader;

  constructor(print = printLine) {
    this.#print = print;
  }

  /** Throws for what no header can say; nothing has changed then. */
  set(name: string, value: HeaderValue): void {
    const field = this.#print(name, value);
    const index = this.#find(name);
    if (index < 0) this.#fields.push(field);
    else this.#fields[index] = field;
  }

  get(name: string): HeaderValue | undefined {
    const index = this.#find(name);
    return index < 0 ? undefined : this.#fields[index]?.value;
  }

  keepOnly(lowerCaseNames: ReadonlySet<string>): void {
    const kept = this.#fields.filter(({ name }) => lowerCaseNames.has(name.toLowerCase()));
    this.#fields.splice(0, Infinity, ...kept);
  }

  print(): string {
    let text = '';
    for (const field of this.#fields) text += field.text;
    return text;
  }

  #find(name: string): number {
    const fields = this.#fields;
    for (let index = 0; index < fields.length; index += 1) {
      const known = fields[index]?.name ?? '';
      if (known === name || (known.length === name.length && known.toLowerCase() === name.toLowerCase())) return index;
    }
    return -1;
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
