/** Custom objects that are made to break a schema or its readers, each as the fields that it has beside its name. */
import { many } from './hostile-input.ts';

export interface HostileObject {
  readonly name: string;
  /** Of JSON, without the braces around. */
  readonly fields: () => string;
  /** In the refusal of a create; one that is taken must say nothing of this. */
  readonly says?: string;
  /** In that of a strict one. */
  readonly strictly?: string;
}

/** What they are objects of. */
export const schema = {
  type: 'object',
  properties: {
    text: { type: 'string', pattern: '^(([a-z]{1,20}){1,20})*$' },
    count: { type: 'integer' },
    part: { type: 'number', multipleOf: 0.1 },
    list: { type: 'array', items: { type: 'integer' } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    keyed: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
    },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    ruled: {
      type: 'array',
      maxItems: 80,
      items: { type: 'string', maxLength: 20 },
      'x-kubernetes-validations': [{ rule: 'self.all(x, self.exists_one(y, x == y))' }],
    },
  },
};

const written = (fields: object) => (): string => JSON.stringify(fields).slice(1, -1);
const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + '1' + close.repeat(depth);

export const hostileObjects: readonly HostileObject[] = [
  {
    name: '10,000 objects in each other',
    fields: () => `"any":${nested(10_000, '{"a":', '}')}`,
    says: 'exceeded max depth',
  },
  {
    name: '10,000 lists in each other',
    fields: () => `"any":{"a":${nested(10_000, '[', ']')}}`,
    says: 'exceeded max depth',
  },
  {
    name: '5,000 deep ones side by side',
    fields: () => `"any":{"a":[${many(5_000, () => nested(40, '{"a":', '}')).join()}]}`,
  },
  { name: '50,000 keys', fields: written({ map: Object.fromEntries(many(50_000, (at) => [`k${String(at)}`, 'v'])) }) },
  {
    name: '100,000 fields that nobody knows',
    fields: written(Object.fromEntries(many(100_000, (at) => [`k${String(at)}`, 1]))),
    strictly: 'unknown field "k0"',
  },
  { name: 'a list of 300,000', fields: written({ list: many(300_000, () => 1) }) },
  {
    name: 'a list of 200,000 of a wrong type',
    fields: written({ list: many(200_000, () => 'x') }),
    says: 'takes too long to validate',
  },
  {
    name: 'a text of a megabyte against a pattern',
    fields: written({ text: `${'a'.repeat(1_000_000)}!` }),
    says: 'text: Invalid value',
  },
  {
    name: 'prototypes',
    fields: () =>
      '"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"map":{"__proto__":"z","constructor":"q","toString":"t"}',
    strictly: 'unknown field "__proto__"',
  },
  { name: 'a number of 10^400', fields: () => '"count":1e400', says: 'cannot unmarshal number 1e400' },
  { name: 'a number beyond 64 bits', fields: () => '"count":99999999999999999999', says: 'count' },
  { name: 'a fraction for a whole number', fields: () => '"count":1.5', says: 'count' },
  {
    name: 'keys twice',
    fields: () => '"count":1,"count":2,"map":{"a":"1","a":"2"}',
    strictly: 'duplicate field "count"',
  },
  {
    name: 'a key 100,000 times',
    fields: () => `"any":{${many(100_000, () => '"a":1').join()}}`,
    strictly: 'duplicate field "any.a"',
  },
  {
    name: '20,000 items of one key',
    fields: written({ keyed: many(20_000, () => ({ k: 'same' })) }),
    says: 'keyed[1]: Duplicate value',
  },
  {
    name: '20,000 items without a key',
    fields: written({ keyed: many(20_000, () => ({})) }),
    says: 'keyed[0].k: Required value',
  },
  {
    name: '50,000 times the same in a set',
    fields: written({ set: many(50_000, () => 'same') }),
    says: 'set[1]: Duplicate value',
  },
  { name: 'a rule that compares all with all', fields: written({ ruled: many(80, (at) => `r${String(at)}`) }) },
  { name: 'null in lists and maps', fields: written({ list: [null], keyed: [null], set: [null] }), says: 'list[0]' },
  {
    name: 'wrong types everywhere',
    fields: written({ text: {}, count: 'x', part: [], list: {}, map: [], keyed: '', set: 1 }),
    says: 'count',
  },
  {
    name: 'an embedded object that is none',
    fields: written({ embedded: { apiVersion: 1, kind: [], metadata: 'x' } }),
    says: 'embedded',
  },
  {
    name: 'metadata of wrong types in an embedded object',
    fields: written({ embedded: { apiVersion: 'v1', kind: 'P', metadata: { name: {}, labels: [1], finalizers: {} } } }),
    says: 'embedded.metadata',
  },
];
