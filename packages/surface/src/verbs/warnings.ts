/** Warning headers: texts for the people behind a client, which do not change what it gets. */
import type { Outgoing } from '@keelson/http';

/** All texts together. When they are longer, each is cut, and those that still have no room are left out. */
const totalLimit = 4096;
const eachLimit = 256;

export function addWarnings(response: Outgoing, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const before = response.getHeader('Warning');
  const kept = before === undefined ? [] : [before].flat().map(String);
  response.setHeader('Warning', [...kept, ...fit([...new Set(texts)]).map((text) => `299 - ${quoted(text)}`)]);
}

function fit(texts: readonly string[]): readonly string[] {
  let total = 0;
  for (const { length } of texts) total += length;
  if (total <= totalLimit) return texts;
  const shown: string[] = [];
  let left = totalLimit;
  for (const text of texts) {
    const cut = text.slice(0, eachLimit);
    if (cut.length > left) break;
    left -= cut.length;
    shown.push(cut);
  }
  return shown;
}

/** As a quoted string of a header: printable, with quotes and backslashes escaped. */
function quoted(text: string): string {
  const printable = text.replace(/[^\t\x20-\x7e]/g, '?');
  return `"${printable.replace(/[\\"]/g, (mark) => `\\${mark}`)}"`;
}
