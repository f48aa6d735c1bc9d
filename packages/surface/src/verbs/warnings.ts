/** Warning headers: texts for the people behind a client, which do not change what it gets. */
import type { Outgoing } from '@keelson/http';

/** All texts together, and each when they are too many. */
const totalLimit = 4096;
const eachLimit = 256;

export function addWarnings(response: Outgoing, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const distinct = [...new Set(texts)];
  const isTooMuch = distinct.reduce((sum, text) => sum + text.length, 0) > totalLimit;
  const shown = isTooMuch ? distinct.map((text) => text.slice(0, eachLimit)) : distinct;
  const before = response.getHeader('Warning');
  const kept = before === undefined ? [] : [before].flat().map(String);
  response.setHeader('Warning', [...kept, ...shown.map((text) => `299 - ${quoted(text)}`)]);
}

/** As a quoted string of a header: printable, with quotes and backslashes escaped. */
function quoted(text: string): string {
  const printable = text.replace(/[^\t\x20-\x7e]/g, '?');
  return `"${printable.replace(/[\\"]/g, (mark) => `\\${mark}`)}"`;
}
