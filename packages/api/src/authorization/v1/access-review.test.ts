import { describe, expect, it } from '@jest/globals';
import { createReport, decodeJson, type JsonValue, type Resource } from '@keelson/schema';

import { localSubjectAccessReviews } from './local-subject-access-review.resource.ts';
import { selfSubjectAccessReviews } from './self-subject-access-review.resource.ts';
import { subjectAccessReviews } from './subject-access-review.resource.ts';

function causesOf(resource: Resource, json: JsonValue): string[] {
  const decoded = decodeJson(resource.message, json);
  if (!decoded.ok) throw new Error(decoded.message);
  const report = createReport();
  resource.hooks.validateCreate?.(decoded.object as never, report);
  return report.issues.map(({ path, message }) => `${path}: ${message}`);
}

const resourceAttributes = { verb: 'get', resource: 'pods', namespace: 'n' };
const nonResourceAttributes = { verb: 'get', path: '/x' };
const noUser = 'spec.user: Invalid value: "": at least one of user or group must be specified';
const noQuestion =
  'spec.resourceAttributes: Invalid value: "null": exactly one of nonResourceAttributes or resourceAttributes must be specified';

describe('a question on the access of a user', () => {
  it.each([
    [{ spec: { user: 'u', resourceAttributes } }, []],
    [{ spec: { groups: ['g'], nonResourceAttributes } }, []],
    [{}, [noQuestion, noUser]],
    [{ spec: { resourceAttributes } }, [noUser]],
    [
      { spec: { user: 'u', resourceAttributes, nonResourceAttributes } },
      [
        expect.stringMatching(
          /^spec.nonResourceAttributes: Invalid value: .*: cannot be specified in combination with resourceAttributes$/,
        ),
      ],
    ],
    [
      { metadata: { name: 'x' }, spec: { user: 'u', resourceAttributes } },
      [expect.stringMatching(/^metadata: Invalid value: .*: must be empty$/)],
    ],
  ])('as %j causes %j', (review, causes) => {
    expect(causesOf(subjectAccessReviews, review)).toEqual(causes);
  });

  it('in one namespace stays in that namespace', () => {
    const metadata = { namespace: 'n' };
    expect(causesOf(localSubjectAccessReviews, { metadata, spec: { user: 'u', resourceAttributes } })).toEqual([]);
    const elsewhere = { ...resourceAttributes, namespace: 'other' };
    expect(
      causesOf(localSubjectAccessReviews, { metadata, spec: { user: 'u', resourceAttributes: elsewhere } }),
    ).toEqual(['spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace']);
    expect(causesOf(localSubjectAccessReviews, { metadata, spec: { user: 'u', nonResourceAttributes } })).toEqual([
      expect.stringMatching(/^spec.nonResourceAttributes: .*: disallowed on this kind of request$/),
    ]);
  });
});

it("a question on one's own access names no user", () => {
  expect(causesOf(selfSubjectAccessReviews, { spec: { nonResourceAttributes } })).toEqual([]);
  expect(causesOf(selfSubjectAccessReviews, {})).toEqual([noQuestion]);
});
