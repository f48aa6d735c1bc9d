/** Text in double quotes, escaped as the API's messages have it: what cannot be seen is spelled out. */
const named: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

const plain = /^[ !#-[\]-~]*$/;
const special = /["\\]|[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu;

export function quote(text: string): string {
  return plain.test(text) ? `"${text}"` : `"${text.replace(special, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const known = named[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
