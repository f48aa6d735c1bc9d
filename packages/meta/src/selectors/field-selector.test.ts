import { describe, expect, it } from '@jest/globals';
import { wordUnknownField, wordUnsupportedField, wordUnsupportedFieldOf } from './known-fields.ts';
import {
  matchesFields,
  parseFieldSelector,
  printFieldSelector,
  requiredFieldValue,
  type FieldSelector,
} from './parse-field-selector.ts';

function parse(text: string): FieldSelector {
  const parsed = parseFieldSelector(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.selector;
}

describe('field selectors', () => {
  it.each<[string, FieldSelector]>([
    ['', []],
    ['a=b', [{ field: 'a', operator: '=', value: 'b' }]],
    ['a==b', [{ field: 'a', operator: '=', value: 'b' }]],
    ['a!=b', [{ field: 'a', operator: '!=', value: 'b' }]],
    ['a=', [{ field: 'a', operator: '=', value: '' }]],
    [
      'b=2,,a=1',
      [
        { field: 'a', operator: '=', value: '1' },
        { field: 'b', operator: '=', value: '2' },
      ],
    ],
    [String.raw`a=x\,y\=z\\`, [{ field: 'a', operator: '=', value: String.raw`x,y=z\ `.trim() }]],
  ])('%j is read', (text, selector) => {
    expect(parse(text)).toEqual(selector);
  });

  it.each([
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    [String.raw`metadata.name=a\b`, String.raw`invalid field selector: invalid escape sequence: \b`],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\'],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
  ])('%j is refused', (text, problem) => {
    expect(parseFieldSelector(text)).toEqual({ ok: false, problem });
  });

  it('select what has the values and not the others', () => {
    const valueOf = (field: string): string => (field === 'metadata.name' ? 'a' : '');
    expect(matchesFields(parse('metadata.name=a,spec.x!=y,spec.z='), valueOf)).toBe(true);
    expect(matchesFields(parse('metadata.name!=a'), valueOf)).toBe(false);
    expect(matchesFields(parse('metadata.name=b'), valueOf)).toBe(false);
  });

  it('tell the one value a field may have', () => {
    expect(requiredFieldValue(parse('metadata.name=a'), 'metadata.name')).toBe('a');
    expect(requiredFieldValue(parse('metadata.name!=a'), 'metadata.name')).toBeUndefined();
  });

  it('are printed so that they read the same', () => {
    const text = String.raw`a=x\,y\=z\\,b!=1`;
    expect(printFieldSelector(parse(text))).toBe(text);
  });

  it('name the field that cannot be selected by', () => {
    expect(wordUnknownField('data.x')).toBe(
      '"data.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    );
    expect(wordUnsupportedField('data.k')).toBe('field label not supported: data.k');
    expect(wordUnsupportedFieldOf('status.succeeded', 'Job')).toBe(
      'field label "status.succeeded" not supported for Job',
    );
  });
});
