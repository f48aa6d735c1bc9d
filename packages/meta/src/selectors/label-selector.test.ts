import { describe, expect, it } from '@jest/globals';
import { createReport } from '@keelson/schema';
import { quickestMsOf } from '@keelson/schema/testing';
import {
  matchesLabels,
  printLabelSelector,
  selectorFromLabelSelector,
  type LabelSelectorObject,
} from './label-selector.ts';
import { parseLabelSelector } from './parse-label-selector.ts';
import { validateLabelSelector } from './validate-label-selector.ts';

const labelValueProblem =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

function selects(text: string, labels: Record<string, string>): boolean {
  const parsed = parseLabelSelector(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return matchesLabels(parsed.selector, labels);
}

describe('label selectors in a query', () => {
  it.each([
    ['', {}],
    ['a', { a: '' }],
    ['!a', { b: '1' }],
    ['a=1', { a: '1' }],
    ['a==1', { a: '1' }],
    ['a!=1', { b: '1' }],
    ['a=', { a: '' }],
    ['a in (x,y)', { a: 'y' }],
    ['a in ( x , y )', { a: 'x' }],
    ['a in ()', { a: '' }],
    ['a in (,x)', { a: '' }],
    ['a in (x,)', { a: '' }],
    ['a notin (x)', {}],
    ['a notin (x)', { a: 'y' }],
    ['a in (x),!b,c!=1', { a: 'x', c: '2' }],
    ['n>4', { n: '5' }],
    ['n<6', { n: '5' }],
    ['in in (in)', { in: 'in' }],
    ['a.b/c=1', { 'a.b/c': '1' }],
  ])('%j selects %j', (text, labels) => {
    expect(selects(text, labels)).toBe(true);
  });

  it.each([
    ['a', { b: '' }],
    ['!a', { a: '' }],
    ['a=1', {}],
    ['a!=1', { a: '1' }],
    ['a in (x,y)', { a: 'z' }],
    ['a in (x)', {}],
    ['a notin (x,y)', { a: 'x' }],
    ['n>5', { n: '5' }],
    ['n>5', { n: 'many' }],
    ['n<6', {}],
    ['n=05', { n: '5' }],
    ['constructor', {}],
  ])('%j does not select %j', (text, labels) => {
    expect(selects(text, labels)).toBe(false);
  });

  it.each([
    ['!!', "unable to parse requirement: found '!', expected: identifier"],
    ['n gt 1', "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt"],
    ['n>-1', `unable to parse requirement: values[0][n]: Invalid value: "-1": ${labelValueProblem}`],
    [
      'n>x',
      `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
    ],
    ['a,', "found '', expected: identifier after ','"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['!a b', "found 'b', expected: ',' or 'end of string'"],
    ['a=b c', "found 'c', expected: ',' or 'end of string'"],
    [',a', "found ',', expected: !, identifier, or 'end of string'"],
    ['a=)', "unable to parse requirement: found ')', expected: identifier"],
    ['a in b', "unable to parse requirement: found 'b' expected: '('"],
    ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
    ['a in (!)', "unable to parse requirement: found '!', expected: ',', ')' or identifier"],
    ['a in (b,!)', "unable to parse requirement: found '!', expected: ',', or identifier"],
  ])('%j is refused', (text, problem) => {
    expect(parseLabelSelector(text)).toEqual({ ok: false, problem });
  });

  it('names the key that is none', () => {
    const parsed = parseLabelSelector('a/b/c=1');
    expect(parsed).toMatchObject({
      problem: expect.stringMatching(/^unable to parse requirement: <nil>: Invalid value: "a\/b\/c": a qualified name/),
    });
  });

  it('is printed by key, with sorted values', () => {
    const parsed = parseLabelSelector('n>1,!d,c,b notin (z,y,z),a==1,m<2,a!=2');
    expect(parsed.ok && printLabelSelector(parsed.selector)).toBe('a==1,a!=2,b notin (y,z),c,!d,m<2,n>1');
  });

  it('takes no more time than its length', () => {
    const parseAll = (): void => {
      expect(parseLabelSelector(`${'!'.repeat(200_000)}a`).ok).toBe(false);
      expect(parseLabelSelector(`a in (${'b,'.repeat(200_000)}b)`).ok).toBe(true);
    };
    expect(quickestMsOf(parseAll, 2_000)).toBeLessThan(2_000);
  });
});

describe('label selectors in objects', () => {
  it('select nothing when absent and everything when empty', () => {
    expect(selectorFromLabelSelector(null)).toEqual({ ok: true, selector: null });
    expect(matchesLabels(null, {})).toBe(false);
    const empty = selectorFromLabelSelector({});
    expect(empty.ok && matchesLabels(empty.selector, {})).toBe(true);
  });

  it('mean both their labels and their expressions', () => {
    const made = selectorFromLabelSelector({
      matchLabels: { b: '1' },
      matchExpressions: [
        { key: 'a', operator: 'In', values: ['y', 'x'] },
        { key: 'c', operator: 'Exists' },
        { key: 'd', operator: 'DoesNotExist' },
        { key: 'e', operator: 'NotIn', values: ['z'] },
      ],
    });
    expect(made.ok && made.selector && printLabelSelector(made.selector)).toBe('a in (x,y),b=1,c,!d,e notin (z)');
  });

  it('are refused with an operator that is none', () => {
    expect(selectorFromLabelSelector({ matchExpressions: [{ key: 'a', operator: 'Near' }] })).toEqual({
      ok: false,
      problem: '"Near" is not a valid label selector operator',
    });
  });

  it.each<[LabelSelectorObject, string]>([
    [
      { matchExpressions: [{ key: 'a', operator: 'Near' }] },
      'matchExpressions[0].operator: Invalid value: "Near": not a valid selector operator',
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'In' }] },
      "matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
    ],
    [
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['x'] }] },
      "matchExpressions[0].values: Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
    ],
    [{ matchLabels: { a: 'bad value' } }, `matchLabels: Invalid value: "bad value": ${labelValueProblem}`],
  ])('break a rule: %j', (object, expected) => {
    const report = createReport();
    validateLabelSelector(object, report);
    expect(report.issues.map((issue) => `${issue.path}: ${issue.message}`)).toEqual([expected]);
  });

  it('break no rule with values of any text in expressions', () => {
    const report = createReport();
    validateLabelSelector(
      { matchLabels: { a: 'b' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['-'] }] },
      report,
    );
    validateLabelSelector(null, report);
    expect(report.issues).toEqual([]);
  });
});
