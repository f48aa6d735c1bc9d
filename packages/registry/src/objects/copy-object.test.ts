import { expect, it } from '@jest/globals';
import { parseJson } from '@keelson/schema';

import { copyObject } from './copy-object.ts';

const text = `{
  "kind": "Thing", "apiVersion": "v1",
  "metadata": {
    "name": "a", "labels": {"__proto__": "1", "constructor": "2"},
    "managedFields": [{"manager": "m", "fieldsV1": {"f:data": {".": {}}}}]
  },
  "spec": {"__proto__": {"a": 1}, "list": [{"b": [1, null]}], "exact": 1.0, "large": 12345678901234567890, "none": null}
}`;

function read() {
  const parsed = parseJson(text, { maxDepth: 20 });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value as {
    metadata: { labels: object; managedFields: [{ fieldsV1: object }] };
    spec: { list: object[] };
  };
}

it('is equal to the object in all its fields and their order, whatever they are called', () => {
  const object = read();
  const copy = copyObject(object);
  expect(copy).toEqual(object);
  expect(Object.keys(copy.metadata)).toEqual(Object.keys(object.metadata));
  expect(Object.keys(copy['spec'] as object)).toEqual(['__proto__', 'list', 'exact', 'large', 'none']);
  expect(Object.getPrototypeOf(copy['spec'])).toBe(Object.prototype);
  expect(Object.hasOwn(copy.metadata.labels ?? {}, '__proto__')).toBe(true);
});

it('shares nothing that a write may change', () => {
  const object = read();
  const copy = copyObject(object) as unknown as typeof object;
  expect(copy.metadata).not.toBe(object.metadata);
  expect(copy.metadata.labels).not.toBe(object.metadata.labels);
  expect(copy.metadata.managedFields).not.toBe(object.metadata.managedFields);
  expect(copy.metadata.managedFields[0]).not.toBe(object.metadata.managedFields[0]);
  expect(copy.metadata.managedFields[0].fieldsV1).toBe(object.metadata.managedFields[0].fieldsV1);
  expect(copy.spec.list[0]).not.toBe(object.spec.list[0]);
});
