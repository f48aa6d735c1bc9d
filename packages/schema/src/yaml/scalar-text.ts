/** Writes a string in YAML: plain where it reads as itself, in quotes, or as a literal block of lines. */

/** Scalars that YAML 1.1 or 1.2 resolves to something other than a string. */
const words = /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?\.inf|\.nan|=|<<)$/i;
const number = /^[-+]?(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[-+]?\d+)?$/i;
const otherNumber =
  /^(?:[-+]?0x[\da-f_]+|[-+]?0b[01_]+|0o[0-7_]+|\d{4}-\d\d?-\d\d?.*|[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?)$/i;
const longestWord = 5;

/** Needs an escape, which only double quotes know. */
const special = /(?![\n\t])[\p{Cc}\p{Surrogate}\u2028\u2029\ufeff]/u;

/** An indicator in front, a colon or a `#` that would end the text, a blank at either end, what ends a document. */
const notPlain = /^[\t ,[\]{}#&*!|>'"%@`]|^[?-](?:[\t ]|$)|^(?:---|\.\.\.)|:[\t ]|[\t ]#|[\t :]$/;

/** A string on one line, a key too. */
export function inlineText(text: string): string {
  if (text === '' || text.includes('\n') || isOther(text) || special.test(text)) return doubleQuoted(text);
  if (!notPlain.test(text)) return text;
  return text.includes("'") && !text.includes('"') ? doubleQuoted(text) : `'${text.replaceAll("'", "''")}'`;
}

function isOther(text: string): boolean {
  const code = text.charCodeAt(0);
  const isNumeric = (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
  if (isNumeric && (number.test(text) || otherNumber.test(text))) return true;
  return text.length <= longestWord && words.test(text);
}

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '\x85': '\\N',
  '\u2028': '\\L',
  '\u2029': '\\P',
};

function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\\p{Cc}\p{Surrogate}\u2028\u2029\ufeff]/gu, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const known = escapes[character];
  if (known !== undefined) return known;
  const hex = character.charCodeAt(0).toString(16).toUpperCase();
  return hex.length <= 2 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/**
 * The lines of a literal block, with what stands behind the bar before them; undefined for a string that no block can
 * hold: of one line, of nothing but blanks, with blanks after its last break, with characters that need an escape.
 */
export function literalBlock(text: string): { readonly header: string; readonly lines: readonly string[] } | undefined {
  if (!text.includes('\n') || special.test(text)) return undefined;
  const content = text.trimEnd();
  const end = text.slice(content.length);
  const firstBreak = end.indexOf('\n');
  if (content === '' || (firstBreak >= 0 && !end.endsWith('\n'))) return undefined;
  const isKept = firstBreak >= 0 && firstBreak !== end.length - 1;
  const chomping = firstBreak < 0 ? '-' : isKept ? '+' : '';
  const step = /^\n* /.test(text) ? '2' : '';
  const lines = (firstBreak < 0 ? text : text.slice(0, -1)).split('\n');
  return { header: `${step}${chomping}`, lines };
}
