/** Warning headers: texts for the people behind a client, which do not change what it gets. */
import type { ServerResponse } from 'node:http';

/** All texts together, and each when they are too many. */
const totalLimit = 4096;
const eachLimit = 256;

export function addWarnings(response: ServerResponse, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const distinct = [...new Set(texts)];
  const isTooMuch = distinct.reduce((sum, text) => sum + text.length, 0) > totalLimit;
  const shown = isTooMuch ? distinct.map((text) => text.slice(0, eachLimit)) : distinct;
  const before = response.getHeader('Warning');
  const kept = Array.isArray(before) ? before : before === undefined ? [] : [String(before)];
  response.setHeader('Warning', [...kept, ...shown.map((text) => `299 - ${quoted(text)}`)]);
}

/** As a quoted string of a header: printable, with quotes and backslashes escaped. */
function quoted(text: string): string {
  const printable = text.replace(/[^\t\x20-\x7e]/g, '?');
  return `"${printable.replace(/[\\"]/g, (mark) => `\\${mark}`)}"`;
}
