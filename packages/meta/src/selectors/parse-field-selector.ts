/**
 * Reads field selectors: `metadata.name=a,status.phase!=Failed`. In values a backslash
 * escapes a comma, an equals sign and itself. The resource defines the supported fields.
 */

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** All have to hold; without any, everything is selected. */
export type FieldSelector = readonly FieldRequirement[];

export type ParsedFieldSelector =
  { readonly ok: true; readonly selector: FieldSelector } | { readonly ok: false; readonly problem: string };

export function parseFieldSelector(text: string): ParsedFieldSelector {
  const selector: FieldRequirement[] = [];
  for (const term of splitTerms(text).sort()) {
    if (term === '') continue;
    const sign = term.indexOf('=');
    if (sign < 0) return { ok: false, problem: `invalid selector: '${text}'; can't understand '${term}'` };
    const isNegated = sign > 0 && term[sign - 1] === '!';
    const isDoubled = !isNegated && term[sign + 1] === '=';
    const value = unescapeValue(term.slice(sign + (isDoubled ? 2 : 1)));
    if (!value.ok) return { ok: false, problem: `invalid field selector: ${value.problem}` };
    const field = term.slice(0, isNegated ? sign - 1 : sign);
    // A term that names nothing selects everything.
    if (field === '' && value.text === '') continue;
    selector.push({ field, operator: isNegated ? '!=' : '=', value: value.text });
  }
  return { ok: true, selector };
}

export function matchesFields(selector: FieldSelector, valueOf: (field: string) => string): boolean {
  return selector.every(({ field, operator, value }) => (valueOf(field) === value) === (operator === '='));
}

/** The value that a selector demands of a field, if it does; lets a list of one name be a get. */
export function requiredFieldValue(selector: FieldSelector, field: string): string | undefined {
  return selector.find((requirement) => requirement.field === field && requirement.operator === '=')?.value;
}

export function printFieldSelector(selector: FieldSelector): string {
  return selector.map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`).join(',');
}

export function escapeValue(text: string): string {
  return text.replace(/[\\,=]/g, '\\$&');
}

function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === ',') {
      terms.push(text.slice(start, at));
      start = at + 1;
    }
  }
  terms.push(text.slice(start));
  return terms;
}

type Unescaped = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

function unescapeValue(text: string): Unescaped {
  let plain = '';
  let isEscaped = false;
  for (const character of text) {
    const isSpecial = character === '\\' || character === ',' || character === '=';
    if (isEscaped) {
      if (!isSpecial) return { ok: false, problem: `invalid escape sequence: \\${character}` };
      plain += character;
      isEscaped = false;
    } else if (character === '\\') {
      isEscaped = true;
    } else if (isSpecial) {
      return { ok: false, problem: `unescaped character in value: ${character.charCodeAt(0)}` };
    } else {
      plain += character;
    }
  }
  return isEscaped ? { ok: false, problem: 'invalid escape sequence: \\' } : { ok: true, text: plain };
}
