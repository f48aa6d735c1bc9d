/** Measures how deep YAML is nested, on its tokens and without recursion. */
import type { CST } from 'yaml';

type Token = CST.Token | null | undefined;

/** Where the first token begins that is nested deeper than `deepest`; undefined where none is. */
export function tooDeep(root: CST.Token, deepest: number): number | undefined {
  const pending: { readonly token: Token; readonly depth: number }[] = [{ token: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (!token) continue;
    if (depth > deepest) return token.offset;
    if (token.type === 'document') pending.push({ token: token.value, depth });
    else if ('items' in token) {
      for (const { key, value } of token.items) {
        pending.push({ token: value, depth: depth + 1 }, { token: key, depth: depth + 1 });
      }
    }
  }
  return undefined;
}
