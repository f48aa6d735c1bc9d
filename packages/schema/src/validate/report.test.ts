import { describe, expect, it } from '@jest/globals';
import { formatIssues } from './format-issues.ts';
import { stringMapValue, stringsValue, verbatim } from '../printed/print-value.ts';
import { createReport, type IssueReport } from './report.ts';

function messageOf(find: (report: IssueReport) => void): string | undefined {
  const report = createReport();
  find(report);
  return report.issues[0]?.message;
}

describe('the wording of issues', () => {
  it.each<[string, (report: IssueReport) => void]>([
    ['Required value', (report) => report.required('a')],
    ['Required value: must be specified', (report) => report.required('a', 'must be specified')],
    ['Invalid value: "x": field is immutable', (report) => report.invalid('a', 'x', 'field is immutable')],
    ['Duplicate value: "a"', (report) => report.duplicate('a', 'a')],
    ['Not found: "none"', (report) => report.notFound('a', 'none')],
    [
      'Unsupported value: "Other": supported values: "Queue", "Reject"',
      (report) => report.notSupported('a', 'Other', ['Queue', 'Reject']),
    ],
    ['Forbidden: must be nil', (report) => report.forbidden('a', 'must be nil')],
    ['Too long: must have at most 262144 bytes', (report) => report.tooLong('a', 'x', 262144)],
    ['Too many: 5: must have at most 4 items', (report) => report.tooMany('a', 5, 4)],
    ['Internal error: oops', (report) => report.internal('a', 'oops')],
  ])('says %s', (expected, find) => {
    expect(messageOf(find)).toBe(expected);
  });

  it.each([
    ['null when absent', null, '"null"'],
    ['numbers bare', -1, '-1'],
    ['big numbers whole', 9223372036854775807n, '9223372036854775807'],
    ['small numbers with two digits of exponent', 0.00001, '1e-05'],
    ['booleans bare', true, 'true'],
    ['texts escaped', 'a"b\\c\n\x01ž\u200b', '"a\\"b\\\\c\\n\\x01ž\\u200b"'],
    ['half a surrogate pair as the replacement character', '\ud800', '"\ufffd"'],
    ['lists of texts', ['*', 'get'], '[]string{"*", "get"}'],
    ['maps of texts by key', stringMapValue({ b: '2', a: '1' }), 'map[string]string{"a":"1", "b":"2"}'],
    ['absent lists of texts', stringsValue(undefined), '[]string(nil)'],
    ['absent maps of texts', stringMapValue(undefined), 'map[string]string(nil)'],
    ['what a rule words itself', verbatim('0x0'), '0x0'],
    ['objects as JSON', { a: 1, b: [2n] }, '{"a":1,"b":[2]}'],
    ['objects of texts as JSON', { a: 'b' }, '{"a":"b"}'],
    ['lists of texts of a type', stringsValue(['a'], 'core.IPFamily'), '[]core.IPFamily{"a"}'],
  ])('prints %s', (_, value, printed) => {
    expect(messageOf((report) => report.invalid('a', value, 'no'))).toBe(`Invalid value: ${printed}: no`);
  });
});

describe('paths', () => {
  it('are prefixed by whoever descended', () => {
    const report = createReport();
    report.required('kept');
    report.within('spec', () => {
      report.within('rules[0]', () => {
        report.required('subjects');
        report.required('[1].name');
        report.required('');
      });
    });
    expect(report.issues.map((issue) => issue.path)).toEqual([
      'kept',
      'spec.rules[0].subjects',
      'spec.rules[0][1].name',
      'spec.rules[0]',
    ]);
  });
});

describe('a report of very many issues', () => {
  it('keeps the first, and says that there are more', () => {
    const report = createReport();
    for (let index = 0; index < 100_000; index += 1) report.required(`items[${index}]`);
    expect(report.issues).toHaveLength(1001);
    expect(report.issues[999]?.path).toBe('items[999]');
    expect(report.issues[1000]).toEqual({
      code: 'FieldValueTooMany',
      path: 'items[1000]',
      message: 'Too many: there are more issues than these',
    });
    expect(report.isFull).toBe(true);
  });

  it('tells the beginning of a large value, and the whole detail', () => {
    const report = createReport();
    for (let index = 0; index < 100_000; index += 1) report.invalid('name', 'x'.repeat(1_000_000), 'is wrong');
    expect(charactersOf(report)).toBeLessThan(100_000);
    expect(report.issues[0]?.message).toMatch(/^Invalid value: "x{16384}\.\.\.": is wrong$/);
    expect(report.issues.at(-1)?.code).toBe('FieldValueTooMany');
  });

  it.each<[string, unknown]>([
    ['a list', Array<string>(100_000).fill('"')],
    ['a map', Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`\x01${index}`, '']))],
    ['an object', { list: Array<number>(500_000).fill(1) }],
    ['what a rule words itself', verbatim('x'.repeat(1_000_000))],
  ])('tells the beginning of %s', (_, value) => {
    const message = messageOf((report) => report.invalid('a', value, 'no'));
    expect(message?.length).toBeLessThan(20_000);
    expect(message).toMatch(/\.\.\.: no$/);
  });

  it('shortens paths too, which grow afterwards', () => {
    const report = createReport();
    const name = 'x'.repeat(1_000);
    const descend = (depth: number): void => {
      if (depth > 0) report.within(name, () => descend(depth - 1));
      else for (let index = 0; index < 500; index += 1) report.required(`[${index}]`);
    };
    descend(100);
    expect(charactersOf(report)).toBeLessThan(100_000);
    expect(report.issues.at(-1)?.code).toBe('FieldValueTooMany');
    expect(report.issues[0]?.path).toMatch(/^(?:x{1000}\.){4}/);
  });

  it('keeps its limits for what was found elsewhere', () => {
    const report = createReport();
    report.add(
      Array.from({ length: 5_000 }, () => ({ code: 'FieldValueRequired', path: 'a', message: 'x'.repeat(99) })),
    );
    expect(charactersOf(report)).toBeLessThan(100_000);
    expect(report.isFull).toBe(true);
  });
});

function charactersOf({ issues }: IssueReport): number {
  return issues.reduce((sum, { path, message }) => sum + path.length + message.length, 0);
}

describe('the message of a refusal', () => {
  const issue = { code: 'FieldValueDuplicate', path: 'spec.x', message: 'Duplicate value: "a"' } as const;
  const other = { code: 'FieldValueRequired', path: 'spec.y', message: 'Required value' } as const;

  it('has one issue as it is', () => {
    expect(formatIssues('Job.batch', 'a', [issue])).toBe('Job.batch "a" is invalid: spec.x: Duplicate value: "a"');
  });

  it('has several issues in brackets', () => {
    expect(formatIssues('Job.batch', 'a', [issue, other])).toBe(
      'Job.batch "a" is invalid: [spec.x: Duplicate value: "a", spec.y: Required value]',
    );
  });

  it('says the same thing once', () => {
    expect(formatIssues('CSINode.storage.k8s.io', 'a', [issue, { ...issue }])).toBe(
      'CSINode.storage.k8s.io "a" is invalid: spec.x: Duplicate value: "a"',
    );
  });
});
