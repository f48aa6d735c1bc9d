import { describe, expect, it } from '@jest/globals';
import { createReport, type StructuralSchema } from '@keelson/schema';

import { findMetadataProblem, validateEmbeddedMetadata } from './embedded-metadata.ts';

const template: StructuralSchema = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};
const schema: StructuralSchema = { ...template, properties: { template } };

function causesOf(object: object): string[] {
  const report = createReport();
  validateEmbeddedMetadata(schema, object, report);
  return report.issues.map(({ path, message }) => `${path}: ${message}`);
}

describe('the metadata of embedded resources', () => {
  const check = (metadata: object) => causesOf({ template: { kind: 'A', metadata } });

  it('follows the rules of all metadata, but needs no name', () => {
    expect(check({ labels: { a: 'b' }, finalizers: ['free'] })).toEqual([]);
    expect(check({ labels: { a: 'not good' } })).toEqual([
      expect.stringMatching(/^template\.metadata\.labels: Invalid value: "not good"/),
    ]);
  });

  it('is not that of the whole object', () => {
    expect(causesOf({ kind: 'A', metadata: { labels: { a: 'not good' } } })).toEqual([]);
  });
});

describe('a part of the metadata', () => {
  it.each([
    [{ metadata: { name: 'a' } }, undefined],
    [{ kind: '' }, 'kind: Invalid value: "": must not be empty'],
    [{ metadata: 5 }, 'metadata: Invalid value: 5: json: cannot unmarshal number into Go value of type v1.ObjectMeta'],
    [
      { metadata: { name: 'a/b', namespace: 'A' } },
      expect.stringMatching(/^\[metadata\.name: Invalid value: "a\/b": .*, metadata\.namespace: Invalid value: "A": /),
    ],
  ])('of %j is wrong as %j', (given, expected) => {
    expect(findMetadataProblem(given)).toEqual(expected);
  });
});
