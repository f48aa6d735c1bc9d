import { describe, expect, it } from '@jest/globals';

import { causesOf, create } from '../../testing/admit.ts';
import { customResourceDefinitions } from '../v1/custom-resource-definition.resource.ts';

const names = { plural: 'pumps', singular: 'pump', kind: 'Pump', listKind: 'PumpList' };
const schema = { openAPIV3Schema: { type: 'object' } };
const v1 = { name: 'v1', served: true, storage: true, schema };
const spec = { group: 'x.test', scope: 'Namespaced', names, versions: [v1] };

function causes(given: object, metadata: object = {}) {
  const { plural, group } = { plural: 'pumps', group: 'x.test', ...given };
  const body = { metadata: { name: `${plural}.${group}`, ...metadata }, spec: { ...spec, ...given } };
  return causesOf(create(customResourceDefinitions, body));
}

const v1With = (given: object) => ({ versions: [{ ...v1, ...given }] });

describe('the names of a definition', () => {
  it('begin with a group of at least two parts', () => {
    expect(causes({ group: 'pumps' })).toEqual([
      'spec.group: Invalid value: "pumps": should be a domain with at least one dot',
    ]);
  });

  it('leave no room for a generated name', () => {
    const detail = 'must be spec.names.plural+"."+spec.group';
    expect(causes({}, { generateName: 'pumps' })).toEqual([`metadata.generateName: Invalid value: "pumps": ${detail}`]);
  });

  it('are told whole where they are wrong in two ways', () => {
    const long = 'A'.repeat(64);
    expect(causes({ names: { ...names, singular: long } })).toEqual([
      expect.stringMatching(/^spec.names.singular: .*: must be no more than 63 characters,a DNS-1035 label must/),
    ]);
  });

  it.each([
    ['k8s.io', {}, 'Required value: protected groups must have approval annotation "api-approved.kubernetes.io", see'],
    ['a.kubernetes.io', { 'api-approved.kubernetes.io': '' }, 'Required value: protected groups must'],
    ['a.k8s.io', { 'api-approved.kubernetes.io': 'yes' }, 'Invalid value: "yes": protected groups must have approval'],
    ['a.k8s.io', { 'api-approved.kubernetes.io': '/path' }, 'Invalid value: "/path": protected groups must have'],
  ])('in the protected group %s with %j need an approval', (group, annotations, cause) => {
    expect(causes({ group }, { annotations })).toEqual([
      expect.stringContaining(`metadata.annotations[api-approved.kubernetes.io]: ${cause}`),
    ]);
  });

  it.each(['https://example.com/pull/1', 'unapproved, for a test'])('are approved by %j', (text) => {
    expect(causes({ group: 'a.k8s.io' }, { annotations: { 'api-approved.kubernetes.io': text } })).toEqual([]);
  });

  it('need no approval in groups that only look protected', () => {
    expect(causes({ group: 'ak8s.io' })).toEqual([]);
  });
});

describe('the versions of a definition', () => {
  const versions = (count: number, columns = 0) =>
    Array.from({ length: count }, (_, at) => ({
      ...v1,
      name: `v${String(at + 1)}`,
      storage: at === 0,
      additionalPrinterColumns: Array.from({ length: columns }, () => ({ name: 'a', type: 'string', jsonPath: '.a' })),
    }));

  it('are a hundred at most', () => {
    expect(causes({ versions: versions(100) })).toEqual([]);
    expect(causes({ versions: versions(101) })).toEqual(['spec.versions: Too many: 101: must have at most 100 items']);
  });

  it('have two thousand columns at most, all together', () => {
    expect(causes({ versions: versions(4, 500) })).toEqual([]);
    expect(causes({ versions: versions(4, 501) })).toEqual([
      'spec.versions: Forbidden: all versions together must not have more than 2000 columns',
    ]);
  });

  it.each([
    [{ deprecationWarning: 'w' }, 'can only be set for deprecated versions'],
    [{ deprecated: true, deprecationWarning: '' }, 'must not be an empty string'],
    [{ deprecated: true, deprecationWarning: 'a'.repeat(257) }, 'must be <= 256 characters long'],
    [
      { deprecated: true, deprecationWarning: 'ä\n' },
      'must only contain printable UTF-8 characters; non-printable character found at index 2',
    ],
  ])('warn of their end with one printable line: %j', (given, detail) => {
    const [cause = '', ...others] = causes(v1With(given));
    expect(others).toEqual([]);
    expect(cause).toMatch(/^spec.versions\[0\].deprecationWarning: Invalid value: /);
    expect(cause.endsWith(detail)).toBe(true);
  });

  it('all have a schema', () => {
    const versions = [v1, { ...v1, name: 'v2', storage: false, schema: {} }];
    expect(causes({ versions })).toEqual([
      'spec.versions[1].schema.openAPIV3Schema: Required value: schemas are required',
    ]);
    expect(causes(v1With({ schema: {} }))).toEqual([
      'spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required',
    ]);
  });

  it('are told apart where they differ, and once where they are alike', () => {
    const bad = { openAPIV3Schema: { type: 'string' } };
    const other = { ...v1, name: 'v2', storage: false };
    expect(causes({ versions: [{ ...v1, schema: bad }, other] })).toEqual([
      'spec.versions[0].schema.openAPIV3Schema.type: Invalid value: "string": must be object at the root',
    ]);
    expect(
      causes({
        versions: [
          { ...v1, schema: bad },
          { ...other, schema: bad },
        ],
      }),
    ).toEqual(['spec.validation.openAPIV3Schema.type: Invalid value: "string": must be object at the root']);
  });
});

describe('the columns of a definition', () => {
  const column = { name: 'C', type: 'string', jsonPath: '.spec.c' };
  const at = 'spec.additionalPrinterColumns[0]';
  it.each<[object, string[]]>([
    [column, []],
    [{ ...column, format: 'int64', priority: 1 }, []],
    [{ ...column, name: '' }, [`${at}.name: Required value`]],
    [{ ...column, type: '' }, [`${at}.type: Required value: must be one of boolean,date,integer,number,string`]],
    [
      { ...column, type: 'odd' },
      [`${at}.type: Invalid value: "odd": must be one of boolean,date,integer,number,string`],
    ],
    [
      { ...column, format: 'odd' },
      [`${at}.format: Invalid value: "odd": must be one of byte,date,date-time,double,float,int32,int64,password`],
    ],
    [{ ...column, jsonPath: '' }, [`${at}.JSONPath: Required value`]],
    [
      { ...column, jsonPath: 'spec' },
      [`${at}.JSONPath: Invalid value: "spec": must be a simple json path starting with .`],
    ],
  ])('with %j cause %j', (given, expected) => {
    expect(causes(v1With({ additionalPrinterColumns: [given] }))).toEqual(expected);
  });

  it('are told of their version where versions differ', () => {
    const versions = [
      { ...v1, additionalPrinterColumns: [{ ...column, name: '' }] },
      { ...v1, name: 'v2', storage: false },
    ];
    expect(causes({ versions })).toEqual(['spec.versions[0].additionalPrinterColumns[0].name: Required value']);
  });
});

describe('the scale of a definition', () => {
  const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
  const at = 'spec.subresources.scale';
  it.each<[object, string[]]>([
    [scale, []],
    [{ ...scale, labelSelectorPath: '.spec.s' }, []],
    [{ ...scale, labelSelectorPath: '' }, []],
    [
      { specReplicasPath: 'spec.n', statusReplicasPath: '.spec.n', labelSelectorPath: '.s' },
      [
        `${at}.specReplicasPath: Invalid value: "spec.n": must be a simple json path starting with .`,
        `${at}.statusReplicasPath: Invalid value: ".spec.n": should be a json path under .status`,
        `${at}.labelSelectorPath: Invalid value: ".s": should be a json path under either .spec or .status`,
      ],
    ],
  ])('with %j causes %j', (given, expected) => {
    expect(causes(v1With({ subresources: { scale: given } }))).toEqual(expected);
  });
});

describe('the conversion of a definition', () => {
  const service = { namespace: 'n', name: 's' };
  const webhook = (clientConfig: object, conversionReviewVersions: readonly string[] = ['v1']) => ({
    strategy: 'Webhook',
    webhook: { clientConfig, conversionReviewVersions },
  });
  const form = '; desired format: https://host[/path]';
  const client = 'spec.conversion.webhookClientConfig';
  const versions = 'spec.conversion.conversionReviewVersions';
  it.each<[object, string[]]>([
    [webhook({ service: { ...service, path: '/a/b/', port: 8443 } }), []],
    [webhook({ url: 'https://example.com:8443/a' }, ['v1', 'v2']), []],
    [{ strategy: '' }, ['spec.conversion.strategy: Required value']],
    [
      { strategy: 'None', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } },
      [
        `${client}: Forbidden: should not be set when strategy is not set to Webhook`,
        `${versions}: Forbidden: should not be set when strategy is not set to Webhook`,
      ],
    ],
    [webhook({}), [`${client}: Required value: exactly one of url or service is required`]],
    [webhook({ service, url: 'https://a' }), [`${client}: Required value: exactly one of url or service is required`]],
    [
      webhook({ url: 'http://u:p@/?q#f' }),
      [
        `${client}.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`,
        `${client}.url: Invalid value: "": host must be provided${form}`,
        `${client}.url: Invalid value: "u:p": user information is not permitted in the URL`,
        `${client}.url: Invalid value: "f": fragments are not permitted in the URL`,
        `${client}.url: Invalid value: "q": query parameters are not permitted in the URL`,
      ],
    ],
    [
      webhook({ url: 'https://a b/' }),
      [
        `${client}.url: Required value: url must be a valid URL: parse "https://a b/": invalid character " " in host name${form}`,
      ],
    ],
    [
      webhook({ service: { namespace: '', name: '', port: 70_000, path: 'a/B' } }),
      [
        `${client}.service.name: Required value: service name is required`,
        `${client}.service.namespace: Required value: service namespace is required`,
        `${client}.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive`,
        `${client}.service.path: Invalid value: "a/B": must start with a '/'`,
        `${client}.service.path: Invalid value: "a/B": segment[0] may not be empty`,
        expect.stringMatching(/service.path: Invalid value: "a\/B": segment\[1\]: a lowercase RFC 1123/) as never,
      ],
    ],
    [
      webhook({ service }, ['V'.repeat(64), 'v1']),
      [
        `${versions}[0]: Invalid value: "${'V'.repeat(64)}": must be no more than 63 characters`,
        expect.stringMatching(/conversionReviewVersions\[0\]: Invalid value: "V{64}": a DNS-1035 label/) as never,
      ],
    ],
    [
      webhook({ service }, ['v2', 'v2', 'V']),
      [
        `${versions}[1]: Invalid value: "v2": duplicate version`,
        expect.stringMatching(/conversionReviewVersions\[2\]: Invalid value: "V": a DNS-1035 label/) as never,
        `${versions}: Invalid value: []string{"v2", "v2", "V"}: must include at least one of v1, v1beta1`,
      ],
    ],
  ])('with %j causes %j', (conversion, expected) => {
    expect(causes({ conversion })).toEqual(expected);
  });
});
