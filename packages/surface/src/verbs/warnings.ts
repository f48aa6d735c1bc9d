/** Warning headers: texts for the people behind a client, which do not change what it gets. */
import type { Outgoing } from '@keelson/http';

/** All texts together, in characters. When they are longer, each is cut, and those after the limit are left out. */
const totalLimit = 4096;
const eachLimit = 256;

export function addWarnings(response: Outgoing, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const before = response.getHeader('Warning');
  const kept = before === undefined ? [] : [before].flat().map(String);
  const shown = fit([...new Set(texts)].filter(isPrintable));
  if (shown.length > 0) response.setHeader('Warning', [...kept, ...shown.map((text) => `299 - ${quoted(text)}`)]);
}

function fit(texts: readonly string[]): readonly string[] {
  let total = 0;
  for (const text of texts) total += lengthOf(text);
  if (total <= totalLimit) return texts;
  const shown: string[] = [];
  let written = 0;
  for (const text of texts) {
    if (written >= totalLimit) break;
    const cut = text.length <= eachLimit ? text : Array.from(text).slice(0, eachLimit).join('');
    written += lengthOf(cut);
    shown.push(cut);
  }
  return shown;
}

function lengthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : Array.from(text).length;
}

/** Clients of this API never see the others. */
function isPrintable(text: string): boolean {
  return text !== '' && !/\p{Cc}/u.test(text);
}

/** As a quoted string of a header, which goes over the wire in UTF-8. */
function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, (mark) => `\\${mark}`);
  return `"${Buffer.from(escaped, 'utf8').toString('latin1')}"`;
}
