/** Warning headers (RFC 7234, section 5.5): texts for the people behind a client, which do not change what it gets. */
import type { Outgoing } from '@keelson/http';

/** In characters, of all texts together. Once they are longer, each is cut, and the rest is left out. */
const totalLimit = 4096;
const eachLimit = 256;

/** The warnings of one response; only responses with warnings have one. */
interface Recorder {
  readonly texts: Set<string>;
  written: number;
  isCutting: boolean;
  headers: string[];
}

const recorders = new WeakMap<Outgoing, Recorder>();

/** Each text is sent once, in the order in which they come up. */
export function addWarnings(response: Outgoing, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const recorder = recorderOf(response);
  for (const text of texts) record(recorder, text);
  if (recorder.headers.length > 0) response.setHeader('Warning', recorder.headers);
}

function recorderOf(response: Outgoing): Recorder {
  const known = recorders.get(response);
  if (known !== undefined) return known;
  const recorder: Recorder = { texts: new Set(), written: 0, isCutting: false, headers: [] };
  recorders.set(response, recorder);
  return recorder;
}

function record(recorder: Recorder, text: string): void {
  const { texts } = recorder;
  if (text === '' || (recorder.isCutting && recorder.written >= totalLimit) || texts.has(text)) return;
  texts.add(text);
  if (!recorder.isCutting && recorder.written + lengthOf(text) > totalLimit) {
    recorder.isCutting = true;
    recorder.written = 0;
    recorder.headers = [];
    for (const each of texts) write(recorder, each);
  } else write(recorder, text);
}

/** Clients of this API never see texts with control characters. */
function write(recorder: Recorder, text: string): void {
  if (/\p{Cc}/u.test(text)) return;
  const shown = recorder.isCutting && text.length > eachLimit ? Array.from(text).slice(0, eachLimit).join('') : text;
  recorder.written += lengthOf(shown);
  recorder.headers.push(`299 - ${quoted(shown)}`);
}

/** Code points, of which most texts have as many as UTF-16 units. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) length -= 1;
  }
  return length;
}

/** As a quoted string of a header, which goes over the wire in UTF-8: a character for each byte. */
function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, (mark) => `\\${mark}`);
  return `"${Buffer.from(escaped, 'utf8').toString('latin1')}"`;
}
