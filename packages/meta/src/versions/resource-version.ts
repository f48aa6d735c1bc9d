/**
 * Resource versions: opaque to clients, unsigned numbers of 64 bits to the store. They
 * stay text except where two are compared.
 */
import { createReport, listIssues, quote } from '@keelson/schema';

export type ResourceVersionResult =
  { readonly ok: true; readonly version: bigint } | { readonly ok: false; readonly problem: string };

const largest = 2n ** 64n - 1n;

/** Empty means unset and is 0. `problem` is what is wrong with the text alone. */
export function parseResourceVersion(text: string): ResourceVersionResult {
  if (text === '' || text === '0') return { ok: true, version: 0n };
  if (!/^\d+$/.test(text)) return refuse(text, 'invalid syntax');
  // NOTE: parsing a bigint costs more than linear time, so texts that are too long are not parsed.
  const digits = text.replace(/^0+(?=.)/, '');
  const version = digits.length > 20 ? largest + 1n : BigInt(digits);
  return version > largest ? refuse(text, 'value out of range') : { ok: true, version };
}

function refuse(text: string, reason: string): ResourceVersionResult {
  return { ok: false, problem: `strconv.ParseUint: parsing ${quote(text)}: ${reason}` };
}

/** The same problem as an issue of the parameter `resourceVersion`, as lists and watches answer it. */
export function wordResourceVersionProblem(text: string, problem: string): string {
  const report = createReport();
  report.invalid('resourceVersion', text, problem);
  return listIssues(report.issues);
}
