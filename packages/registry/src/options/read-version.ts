/** A resource version that a read asks for. */
import { parseResourceVersion, wordResourceVersionProblem } from '@keelson/meta';

export type AskedVersion =
  | { readonly ok: true; readonly kind: 'unset' | 'zero' }
  | { readonly ok: true; readonly kind: 'other'; readonly revision: number }
  | { readonly ok: false; readonly problem: string };

/** A revision beyond what a store can have reached comes out as one that it never will. */
export function readVersion(text = ''): AskedVersion {
  if (text === '') return { ok: true, kind: 'unset' };
  const parsed = parseResourceVersion(text);
  if (!parsed.ok) return { ok: false, problem: wordResourceVersionProblem(text, parsed.problem) };
  if (parsed.version === 0n) return { ok: true, kind: 'zero' };
  return { ok: true, kind: 'other', revision: Math.min(Number(parsed.version), Number.MAX_SAFE_INTEGER) };
}
