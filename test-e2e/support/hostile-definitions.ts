/** Definitions of custom resources that no server should take, or that are as costly as the limits let them be. */
import { many } from './hostile-input.ts';

export interface HostileDefinition {
  readonly name: string;
  readonly make: () => unknown;
  /** Of the answer. */
  readonly status: 201 | 400 | 413 | 422;
  /** In its message, with the path. */
  readonly says?: string;
}

let made = 0;

export interface Spec {
  readonly versions?: readonly object[];
  readonly names?: object;
}

export function definition(schema: unknown, version: object = {}, spec: Spec = {}): object {
  const [plural, group] = [`things${String((made += 1))}`, 'hostile.example.com'];
  const kind = `Thing${String(made)}`;
  const own = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, ...version };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural, kind, ...spec.names }, versions: spec.versions ?? [own] },
  };
}

export const objectOf = (properties: object) => ({ type: 'object', properties });
const field = (schema: unknown) => objectOf({ a: schema });
const text = { type: 'string' };
const fields = (count: number, make: (at: number) => object) =>
  objectOf(Object.fromEntries(many(count, (at) => [`p${String(at)}`, make(at)])));
const nested = (depth: number, open: string, inside: string, close: string): string =>
  open.repeat(depth) + inside + close.repeat(depth);
/** With the schema as text, for what `JSON.stringify` does not write. */
const written = (schema: string): string => JSON.stringify(definition('#')).replace('"#"', () => schema);

const rule = (schema: object, text: string) => ({ ...schema, 'x-kubernetes-validations': [{ rule: text }] });
const depth = 'exceeded max depth';
const properties = 'properties[a]';
const version = (at: number, name: string) => ({
  name,
  served: true,
  storage: at === 0,
  schema: { openAPIV3Schema: { type: 'object' } },
});

const refused = (
  name: string,
  make: () => unknown,
  says: string,
  status: 400 | 413 | 422 = 422,
): HostileDefinition => ({ name, make, status, says });
const taken = (name: string, make: () => unknown): HostileDefinition => ({ name, make, status: 201 });

const shapes: readonly HostileDefinition[] = [
  refused('a cyclic $ref', () => definition(field({ $ref: '#/properties/a' })), `${properties}.$ref: Forbidden`),
  refused('definitions', () => definition({ ...field(text), definitions: { x: text } }), 'definitions: Forbidden'),
  refused(
    '10,000 objects in each other',
    () => written(nested(10_000, '{"type":"object","properties":{"a":', '{}', '}}')),
    depth,
    400,
  ),
  refused(
    '30,000 lists in each other',
    () => written(nested(30_000, '{"type":"array","items":', '{}', '}')),
    depth,
    400,
  ),
  refused('10,000 negations', () => written(nested(10_000, '{"not":', '{}', '}')), depth, 400),
  refused('10,000 junctors in each other', () => written(nested(10_000, '{"allOf":[', '{}', ']}')), depth, 400),
  refused(
    '50,000 alternatives',
    () => definition({ ...field(text), anyOf: many(50_000, () => field({ minLength: 1 })) }),
    'Forbidden',
  ),
  refused('100,000 fields without a type', () => definition(fields(100_000, () => ({}))), 'more than 100000 schemas'),
  refused('no schema', () => definition(null), 'openAPIV3Schema: Required value'),
  refused('a list for a schema', () => definition([]), 'cannot unmarshal array', 400),
  refused('a list of types', () => definition(field({ type: ['string', 'null'] })), 'cannot unmarshal array', 400),
  refused('nothing for a schema of a field', () => definition(field(null)), `${properties}.type: Required value`),
  refused(
    'a list of schemas for items',
    () => definition(field({ type: 'array', items: [text] })),
    `${properties}.items: Forbidden`,
  ),
  refused(
    'bounds of 10^400',
    () => written('{"type":"object","properties":{"a":{"type":"number","maximum":1e400}}}'),
    'properties.maximum',
    400,
  ),
  refused(
    'a length of 10^400',
    () => written('{"type":"object","properties":{"a":{"type":"string","maxLength":1e400}}}'),
    'properties.maxLength',
    400,
  ),
  refused(
    'a length beyond 64 bits',
    () => written('{"type":"object","properties":{"a":{"type":"string","maxLength":99999999999999999999}}}'),
    'properties.maxLength',
    400,
  ),
  refused(
    '5,000 versions',
    () => definition({}, {}, { versions: many(5_000, (at) => version(at, `v${String(at + 1)}`)) }),
    'spec.versions: Too many',
  ),
  refused(
    '5,000 versions of one name',
    () => definition({}, {}, { versions: many(5_000, (at) => version(at, 'v1')) }),
    'must contain unique version names',
  ),
  refused(
    '30,000 columns',
    () =>
      definition(field(text), {
        additionalPrinterColumns: many(30_000, () => ({ name: 'c', type: 'string', jsonPath: '.a' })),
      }),
    'columns',
  ),
  refused(
    '50,000 categories',
    () => definition(field(text), {}, { names: { categories: many(50_000, (at) => `S${String(at)}`) } }),
    'spec.names.categories[0]: Invalid value',
  ),
  refused(
    'a megabyte of examples',
    () => definition({ type: 'object', example: many(300_000, (at) => at) }),
    'Request entity too large',
    413,
  ),
  refused('no spec', () => ({ ...definition({}), spec: null }), 'spec.group: Required value'),
];

const patterns: readonly HostileDefinition[] = [
  refused(
    'a pattern that counts to a thousand millions',
    () => definition(field({ ...text, pattern: '((a{1,1000}){1,1000}){1,1000}' })),
    `${properties}.pattern: Invalid value`,
  ),
  refused(
    'a pattern of half a megabyte',
    () => definition(field({ ...text, pattern: '(a|b)?'.repeat(100_000) })),
    `${properties}.pattern: Invalid value`,
  ),
  refused(
    'a pattern that is none',
    () => definition(field({ ...text, pattern: '(a' })),
    `${properties}.pattern: Invalid value`,
  ),
  refused(
    'a pattern that looks ahead',
    () => definition(field({ ...text, pattern: '(?=a)b' })),
    `${properties}.pattern: Invalid value`,
  ),
  refused(
    '30,000 different patterns',
    () => definition({ ...field(text), anyOf: many(30_000, (at) => field({ pattern: `^x${String(at)}(a|b)+$` })) }),
    'more patterns than can be checked',
  ),
  taken('a pattern that explodes elsewhere', () => definition(field({ ...text, pattern: '^(a+)+$' }))),
];

const defaults: readonly HostileDefinition[] = [
  refused(
    'a default of another type',
    () => definition(field({ ...text, default: 1 })),
    `${properties}.default: Invalid value`,
  ),
  refused(
    'a default that its pattern forbids',
    () => definition(field({ ...text, pattern: '^b$', default: 'a' })),
    `${properties}.default: Invalid value`,
  ),
  refused(
    '10,000 defaults with patterns',
    () => definition(fields(10_000, (at) => ({ ...text, pattern: '^(d|[a-z]{1,5})+$', default: `d${String(at)}` }))),
    'more defaults than can be checked',
  ),
  taken('a default of a megabyte', () => definition(field({ ...text, default: 'x'.repeat(1_000_000) }))),
  taken('a list of 200,000 for a default', () =>
    definition(field({ type: 'array', items: { type: 'integer' }, default: many(200_000, () => 1) })),
  ),
];

const rules: readonly HostileDefinition[] = [
  refused(
    'a rule of loops in loops',
    () =>
      definition(rule(field({ type: 'array', items: text }), 'self.a.all(x, self.a.all(y, self.a.all(z, x == z)))')),
    'estimated rule cost exceeds budget',
  ),
  refused(
    'a rule of 50,000 alternatives',
    () => definition(rule(field({ type: 'integer' }), `${'self.a == 1 || '.repeat(50_000)}true`)),
    'x-kubernetes-validations[0].rule: Invalid value',
  ),
  refused(
    'a rule of 50,000 brackets',
    () => definition(rule(field({ type: 'integer' }), `${nested(50_000, '(', '1', ')')} == 1`)),
    'x-kubernetes-validations[0].rule: Invalid value',
  ),
  refused(
    'a rule of 100,000 negations',
    () => definition(rule(field({ type: 'integer' }), `${'!'.repeat(100_000)}true`)),
    'x-kubernetes-validations[0].rule: Invalid value',
  ),
  refused(
    'a rule with a text of a megabyte',
    () => definition(field(rule(text, `self == '${'a'.repeat(900_000)}'`))),
    'x-kubernetes-validations[0].rule: Invalid value',
  ),
  refused(
    'a rule about the prototype',
    () => definition(field(rule(text, "self.__proto__ == 'a'"))),
    'x-kubernetes-validations[0].rule: Invalid value',
  ),
  taken('10,000 rules', () =>
    definition({
      ...field({ type: 'integer' }),
      'x-kubernetes-validations': many(10_000, (at) => ({ rule: `self.a > ${String(at)}` })),
    }),
  ),
];

const large: readonly HostileDefinition[] = [
  taken('a choice of 100,000', () => definition(field({ ...text, enum: many(100_000, (at) => `e${String(at)}`) }))),
  taken('20,000 fields', () => definition(fields(20_000, () => text))),
  taken('100,000 required fields', () =>
    definition({ ...field(text), required: many(100_000, (at) => `r${String(at)}`) }),
  ),
  taken('names of prototypes', () =>
    written(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":"x"},"constructor":{"type":"object","properties":{"prototype":{"type":"string"}}},"toString":{"type":"integer"}}}',
    ),
  ),
  taken('keys twice', () =>
    written('{"type":"object","properties":{"a":{"type":"string","type":"integer"},"a":{"type":"string"}}}'),
  ),
];

export const hostileDefinitions: readonly HostileDefinition[] = [
  ...shapes,
  ...patterns,
  ...defaults,
  ...rules,
  ...large,
];
