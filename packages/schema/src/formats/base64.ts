/**
 * Standard base64 with padding. Line breaks are read over; everything else that is
 * not base64 is refused at its position.
 */
import { accept, reject } from './outcome.ts';
import type { FormatOutcome } from './outcome.ts';

const alphabet = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;

/** `text` as an encoder writes it: no line breaks, no stray bits in the last character. */
export function canonicalBase64(text: string): FormatOutcome {
  if (text.length % 4 === 0 && alphabet.test(text)) return accept(text);
  const offset = findIllegal(text);
  if (offset !== undefined) return reject(`illegal base64 data at input byte ${offset}`);
  return accept(Buffer.from(text, 'base64').toString('base64'));
}

/** The position the API complains about: of the bad character, or of the group of four that is cut short. */
function findIllegal(text: string): number | undefined {
  const run = /([A-Za-z0-9+/]+)|[\r\n]+/y;
  let count = 0;
  let at = 0;
  for (let match = run.exec(text); match !== null; match = run.exec(text)) {
    count += match[1]?.length ?? 0;
    at = run.lastIndex;
  }
  const inGroup = count % 4;
  if (at === text.length) return inGroup === 0 ? undefined : at - inGroup;
  return text.charAt(at) === '=' && inGroup >= 2 ? checkPadding(text, at, inGroup) : at;
}

/** One `=` after three characters, two after two, with nothing but line breaks between and behind. */
function checkPadding(text: string, at: number, inGroup: number): number | undefined {
  let end = skipBreaks(text, at + 1);
  if (inGroup === 2) {
    if (end === text.length) return end;
    if (text.charAt(end) !== '=') return end - 1;
    end = skipBreaks(text, end + 1);
  }
  return end === text.length ? undefined : end;
}

function skipBreaks(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === '\n' || text.charAt(at) === '\r') at += 1;
  return at;
}
