import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { customResourceDefinitions } from './custom-resource-definition.resource.ts';
import { CustomResourceDefinition } from './custom-resource-definition.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
const v1 = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } };
const spec = { group: 'x.test', scope: 'Namespaced', names, versions: [v1] };
const body = (given: object) => ({ metadata: { name: 'pumps.x.test' }, spec: { ...spec, ...given } });

describe('the defaults of a definition', () => {
  it('follow from the kind and the stored version', () => {
    const versions = [{ ...v1, name: 'v1beta1', storage: false }, v1];
    expect(fillIn(CustomResourceDefinition, { spec: { names: { kind: 'Pump' }, versions } })).toMatchObject({
      spec: { names: { singular: 'pump', listKind: 'PumpList' }, conversion: { strategy: 'None' } },
      status: { storedVersions: ['v1'] },
    });
    expect(fillIn(CustomResourceDefinition, {})).toMatchObject({
      spec: { names: { plural: '', kind: '' } },
      status: { storedVersions: null },
    });
  });

  it('leave what was given', () => {
    const given = {
      spec: { names: { singular: 's', kind: 'K', listKind: 'L' }, conversion: { strategy: 'Webhook' }, versions: [v1] },
      status: { storedVersions: ['v2'] },
    };
    expect(fillIn(CustomResourceDefinition, given)).toMatchObject(given);
  });

  it('call a webhook at port 443', () => {
    const service = { namespace: 'n', name: 's' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service } } };
    const { webhook } = fillIn(CustomResourceDefinition, { spec: { conversion } }).spec.conversion ?? {};
    expect(webhook?.clientConfig?.service?.port).toBe(443);
  });
});

describe('a definition', () => {
  it('shows its name and when it was made', () => {
    expect(printRow(customResourceDefinitions, {})).toEqual({ Name: 'a', 'Created At': '2022-01-02T03:04:05Z' });
  });

  it('remembers every version that was stored', () => {
    const { object, issues } = create(customResourceDefinitions, { ...body({}), status: { storedVersions: ['v0'] } });
    expect(issues).toEqual([]);
    expect(object['status']).toMatchObject({ conditions: null, storedVersions: ['v1'] });
    const versions = [
      { ...v1, storage: false },
      { ...v1, name: 'v2' },
    ];
    const updated = update(customResourceDefinitions, object, body({ versions }));
    expect(updated.object['status']).toMatchObject({ storedVersions: ['v1', 'v2'] });
  });

  it.each([
    [{ group: 'y.test' }, ['metadata.name: Invalid value: "pumps.x.test": must be spec.names.plural+"."+spec.group']],
    [{ scope: 'Global' }, ['spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"']],
    [{ scope: '' }, ['spec.scope: Required value']],
    [{ names: { ...names, kind: '' } }, ['spec.names.kind: Required value']],
    [
      { names: { ...names, listKind: 'Pump' } },
      ['spec.names.listKind: Invalid value: "Pump": kind and listKind may not be the same'],
    ],
    [
      { versions: [] },
      [
        expect.stringMatching(/^spec.versions: .*: must have exactly one version marked as storage version$/),
        'status.storedVersions: Invalid value: []string(nil): must have at least one stored version',
      ],
    ],
    [
      { versions: [v1, { ...v1, name: 'v2' }] },
      [
        expect.stringMatching(/^spec.versions: .*: must have exactly one version marked as storage version$/),
        'status.storedVersions: Invalid value: []string{"v1"}: must have the storage version v2',
      ],
    ],
    [
      { versions: [v1, { ...v1, storage: false }] },
      [expect.stringMatching(/^spec.versions: .*: must contain unique version names$/)],
    ],
  ])('with %j causes %j', (given, causes) => {
    expect(causesOf(create(customResourceDefinitions, body(given)))).toEqual(causes);
  });

  it('has names that are DNS labels, and kinds that are so in lower case', () => {
    const odd = { ...names, kind: 'bad kind', shortNames: ['Bad_Short'] };
    expect(causesOf(create(customResourceDefinitions, body({ names: odd })))).toEqual([
      expect.stringMatching(/^spec.names.kind: Invalid value: "bad kind": may have mixed case, but should otherwise/),
      expect.stringMatching(/^spec.names.shortNames\[0\]: Invalid value: "Bad_Short": a DNS-1035 label must/),
    ]);
    expect(causesOf(create(customResourceDefinitions, body({ versions: [{ ...v1, name: 'Bad' }] })))).toEqual([
      expect.stringMatching(/^spec.versions\[0\].name: Invalid value: "Bad": a DNS-1035 label must/),
      expect.stringMatching(/^spec.version: Invalid value: "Bad": a DNS-1035 label must/),
    ]);
  });
});

describe('the defaults in a schema', () => {
  const withSchema = (properties: object, ...names: string[]) => {
    const schema = { openAPIV3Schema: { type: 'object', properties } };
    return body({ versions: [{ ...v1, schema }, ...names.map((name) => ({ ...v1, name, storage: false }))] });
  };
  const causes = (given: ReturnType<typeof withSchema>) => causesOf(create(customResourceDefinitions, given));
  const at = 'spec.validation.openAPIV3Schema.properties[a]';

  it.each<[object, string[]]>([
    [{ type: 'string', pattern: '^a+$', default: 'aa' }, []],
    [
      { type: 'string', pattern: '^a+$', default: 'b' },
      [`${at}.default: Invalid value: "b":  in body should match '^a+$'`],
    ],
    [{ type: 'string', maxLength: 2, default: 'aaa' }, [`${at}.default: Too long: must have at most 2 bytes`]],
    [
      { type: 'string', enum: ['x', 'y'], default: 'z' },
      [`${at}.default: Unsupported value: "z": supported values: "x", "y"`],
    ],
    [
      { type: 'integer', maximum: 3, default: 4 },
      [`${at}.default: Invalid value: 4:  in body should be less than or equal to 3`],
    ],
    [
      { type: 'string', default: 1 },
      [`${at}.default: Invalid value: "integer":  in body must be of type string: "integer"`],
    ],
    [
      { type: 'array', items: { type: 'string', pattern: '^a$' }, default: ['a', 'b'] },
      [`${at}.default[1]: Invalid value: "b": [1] in body should match '^a$'`],
    ],
    [
      { type: 'object', properties: { b: { type: 'integer', default: 'x' } } },
      [`${at}.properties[b].default: Invalid value: "string":  in body must be of type integer: "string"`],
    ],
  ])('fit what they are the defaults of: %j', (schema, expected) => {
    expect(causes(withSchema({ a: schema }))).toEqual(expected);
  });

  it('are reported of their version where versions differ', () => {
    const given = withSchema({ a: { type: 'string', pattern: '^a$', default: 'b' } }, 'v2');
    expect(causes(given)).toEqual([
      `spec.versions[0].schema.openAPIV3Schema.properties[a].default: Invalid value: "b":  in body should match '^a$'`,
    ]);
  });

  it('are looked at for some time and no longer', () => {
    const many = (length: number, schema: object) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`p${index}`, schema]));
    const pattern = { type: 'string', pattern: '^a{1,20}$', default: 'a' };
    expect(causes(withSchema(many(2_000, pattern)))).toEqual([]);
    const branches = Array(2_000).fill({ anyOf: [{ minimum: 0 }, { maximum: 9 }] });
    const costly = { type: 'array', items: { type: 'integer', allOf: branches }, default: Array(2_000).fill(1) };
    expect(causes(withSchema({ a: costly }))).toEqual([
      'spec.validation.openAPIV3Schema: Forbidden: has more defaults than can be checked',
    ]);
  });

  it('are looked at for as long in all versions together', () => {
    const branches = Array(800).fill({ maxLength: 9 });
    const items = { type: 'string', allOf: branches };
    const costly = { type: 'array', items, default: Array(600).fill('a') };
    const versions = Array.from({ length: 10 }, (_, index) => {
      const schema = { openAPIV3Schema: { type: 'object', description: `${index}`, properties: { a: costly } } };
      return { ...v1, name: `v${index + 1}`, storage: index === 0, schema };
    });
    expect(causes(body({ versions }))).toEqual([
      expect.stringMatching(/^spec.versions\[[1-9]\].schema.openAPIV3Schema: Forbidden: has more defaults than can be/),
    ]);
    expect(causes(body({ versions: versions.slice(0, 1) }))).toEqual([]);
  });
});
