import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { flowSchemas as older } from '../v1beta1/flow-schema.resource.ts';
import { flowSchemas } from './flow-schema.resource.ts';
import { mandatoryFlowSchemas } from './mandatory.ts';

const priorityLevelConfiguration = { name: 'global-default' };
const user = { kind: 'User', user: { name: 'a' } };
const pods = { verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] };
const health = { verbs: ['get'], nonResourceURLs: ['/healthz'] };
const allVerbs =
  'supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"';

describe.each([
  ['v1beta2', flowSchemas],
  ['v1beta1', older],
])('FlowSchema %s', (_, resource) => {
  const make = (spec: object, name = 'a') =>
    create(resource, { metadata: { name }, spec: { priorityLevelConfiguration, ...spec } });
  const causes = (spec: object, name?: string) => causesOf(make(spec, name));
  const subject = (each: object) => causes({ rules: [{ subjects: [each], resourceRules: [pods] }] });
  const requests = (each: object) => causes({ rules: [{ subjects: [user], resourceRules: [{ ...pods, ...each }] }] });
  const urls = (each: object) => causes({ rules: [{ subjects: [user], nonResourceRules: [{ ...health, ...each }] }] });

  it('comes in the middle unless it says where', () => {
    expect(make({}).object['spec']).toEqual({ priorityLevelConfiguration, matchingPrecedence: 1000 });
    expect(make({ matchingPrecedence: 0 }).object['spec']).toMatchObject({ matchingPrecedence: 1000 });
  });

  it('has a precedence from 1 to 10000, and 1 for exempt alone', () => {
    expect(causes({ matchingPrecedence: 2 })).toEqual([]);
    expect(causes({ matchingPrecedence: 10_000 })).toEqual([]);
    expect(make({ matchingPrecedence: -1 }).message).toBe(
      'FlowSchema.flowcontrol.apiserver.k8s.io "a" is invalid: spec.matchingPrecedence: Invalid value: -1: must be a positive value',
    );
    expect(causes({ matchingPrecedence: 10_001 })).toEqual([
      'spec.matchingPrecedence: Invalid value: 10001: must not be greater than 10000',
    ]);
    expect(causes({ matchingPrecedence: 1 })).toEqual([
      "spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1",
    ]);
  });

  it('names a priority level', () => {
    expect(causes({ priorityLevelConfiguration: { name: '' } })).toEqual([
      'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
    ]);
    expect(causes({ priorityLevelConfiguration: { name: 'Bad_Name' } })).toEqual([
      expect.stringMatching(/^spec\.priorityLevelConfiguration\.name: Invalid value: "Bad_Name": a lowercase RFC 1123/),
    ]);
  });

  it('tells flows apart by user or by namespace', () => {
    expect(causes({ distinguisherMethod: { type: 'ByNamespace' } })).toEqual([]);
    expect(causes({ distinguisherMethod: { type: 'ByColour' } })).toEqual([
      'spec.distinguisherMethod.type: Unsupported value: flowcontrol.FlowDistinguisherMethod{Type:"ByColour"}: supported values: "ByNamespace", "ByUser"',
    ]);
  });

  it('has rules for someone and for something', () => {
    expect(causes({ rules: [] })).toEqual([]);
    expect(causes({ rules: [{ subjects: [user], nonResourceRules: [health] }] })).toEqual([]);
    expect(causes({ rules: [{}] })).toEqual([
      'spec.rules[0].subjects: Required value: subjects must contain at least one value',
      'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
    ]);
  });

  it.each([
    [user],
    [{ kind: 'User', user: { name: '*' } }],
    [{ kind: 'Group', group: { name: 'g' } }],
    [{ kind: 'ServiceAccount', serviceAccount: { name: '*', namespace: 'n' } }],
  ])('takes the subject %j', (each) => {
    expect(subject(each)).toEqual([]);
  });

  it.each([
    [{ kind: 'User' }, ["user: Required value: user is required when subject kind is 'User'"]],
    [{ kind: 'User', user: {} }, ['user.name: Required value']],
    [{ ...user, group: { name: 'g' } }, ["group: Forbidden: group is forbidden when subject kind is not 'Group'"]],
    [{ kind: 'Group' }, ["group: Required value: group is required when subject kind is 'Group'"]],
    [{ kind: 'Group', group: { name: '' } }, ['group.name: Required value']],
    [
      { kind: 'Group', group: { name: 'g' }, user: { name: 'u' }, serviceAccount: { name: 's', namespace: 'n' } },
      [
        "serviceAccount: Forbidden: serviceAccount is forbidden when subject kind is not 'ServiceAccount'",
        "user: Forbidden: user is forbidden when subject kind is not 'User'",
      ],
    ],
    [
      { kind: 'ServiceAccount' },
      ["serviceAccount: Required value: serviceAccount is required when subject kind is 'ServiceAccount'"],
    ],
    [
      { kind: 'ServiceAccount', serviceAccount: {} },
      [
        'serviceAccount.name: Required value',
        'serviceAccount.namespace: Required value: must specify namespace for service account',
      ],
    ],
    [{ kind: 'Robot' }, ['kind: Unsupported value: "Robot": supported values: "Group", "ServiceAccount", "User"']],
  ])('refuses the subject %j', (each, expected) => {
    expect(subject(each)).toEqual(expected.map((cause) => `spec.rules[0].subjects[0].${cause}`));
  });

  it('names service accounts as they are named', () => {
    const found = subject({ kind: 'ServiceAccount', serviceAccount: { name: 'Bad_Name', namespace: 'a.b' } });
    expect(found).toEqual([
      expect.stringMatching(/serviceAccount\.name: Invalid value: "Bad_Name": a lowercase RFC 1123 subdomain/),
      expect.stringMatching(/serviceAccount\.namespace: Invalid value: "a.b": a lowercase RFC 1123 label/),
    ]);
  });

  it.each([
    [{ verbs: ['get', 'proxy'], apiGroups: ['', 'no.such'], resources: ['NoSuch', '*/scale'] }],
    [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
    [{ namespaces: [], clusterScope: true }],
    [{ namespaces: ['a', 'b'] }],
  ])('takes the resource rule %j', (each) => {
    expect(requests(each)).toEqual([]);
  });

  it.each([
    [{ verbs: [] }, 'verbs: Required value: verbs must contain at least one value'],
    [
      { verbs: ['*', 'get'] },
      `verbs: Invalid value: []string{"*", "get"}: if '*' is present, must not specify other verbs`,
    ],
    [{ verbs: ['get', 'GET'] }, `verbs: Unsupported value: []string{"get", "GET"}: ${allVerbs}`],
    [{ apiGroups: [] }, 'apiGroups: Required value: resource rules must supply at least one api group'],
    [
      { apiGroups: ['*', ''] },
      `apiGroups: Invalid value: []string{"*", ""}: if '*' is present, must not specify other api groups`,
    ],
    [{ resources: [] }, 'resources: Required value: resource rules must supply at least one resource'],
    [
      { resources: ['a', '*'] },
      `resources: Invalid value: []string{"a", "*"}: if '*' is present, must not specify other resources`,
    ],
    [
      { namespaces: [] },
      'namespaces: Required value: resource rules that are not cluster scoped must supply at least one namespace',
    ],
    [
      { namespaces: ['*', 'a'] },
      `namespaces: Invalid value: []string{"*", "a"}: if '*' is present, must not specify other namespaces`,
    ],
    [
      { namespaces: ['A'] },
      `namespaces[0]: Invalid value: "A": each member of this list must be '*' or a DNS-1123 label; a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ],
  ])('refuses the resource rule %j', (each, expected) => {
    expect(requests(each)).toEqual([`spec.rules[0].resourceRules[0].${expected}`]);
  });

  it.each(['/', '/healthz', '/healthz/*', '/hea/*', '/*', '*'])('takes the URL %s', (url) => {
    expect(urls({ nonResourceURLs: [url] })).toEqual([]);
  });

  it.each([
    ['', 'must not be empty'],
    ['x', 'must start with slash'],
    ['/a b', 'must not contain white-space'],
    ['/a//b', 'must not contain double slash'],
    ['/hea*', 'wildcard can only do suffix matching'],
    ['/*/x', 'wildcard can only do suffix matching'],
    ['/*/*', 'wildcard can only do suffix matching'],
  ])('refuses the URL "%s"', (url, problem) => {
    const path = 'spec.rules[0].nonResourceRules[0].nonResourceURLs';
    expect(urls({ nonResourceURLs: [url] })).toEqual([`${path}[0]: Invalid value: "${url}": ${problem}`]);
  });

  it('has URLs and verbs in each rule for URLs', () => {
    const path = 'spec.rules[0].nonResourceRules[0]';
    expect(urls({ nonResourceURLs: [], verbs: [] })).toEqual([
      `${path}.verbs: Required value: verbs must contain at least one value`,
      `${path}.nonResourceURLs: Required value: nonResourceURLs must contain at least one value`,
    ]);
    expect(urls({ nonResourceURLs: ['*', '/x'] })).toEqual([
      `${path}.nonResourceURLs: Invalid value: []string{"*", "/x"}: if '*' is present, must not specify other non-resource URLs`,
    ]);
  });

  it('says of the distinguisher before it says of the level', () => {
    expect(causes({ priorityLevelConfiguration: {}, distinguisherMethod: { type: '' }, rules: [{}] })).toEqual([
      expect.stringMatching(/^spec\.distinguisherMethod\.type/),
      expect.stringMatching(/^spec\.priorityLevelConfiguration\.name/),
      expect.stringMatching(/^spec\.rules\[0\]\.subjects/),
      expect.stringMatching(/^spec\.rules\[0\]:/),
    ]);
  });

  it.each(['exempt', 'catch-all'])('has a fixed spec when it is %s', (name) => {
    expect(causes({ ...mandatoryFlowSchemas.get(name) }, name)).toEqual([]);
    expect(causes({ ...mandatoryFlowSchemas.get(name), matchingPrecedence: 5 }, name)).toEqual([
      expect.stringMatching(new RegExp(`^spec: Invalid value: .*: spec of '${name}' must equal the fixed value$`)),
    ]);
  });

  it('drops the metadata that a write of its status may not reach', () => {
    const metadata = {
      labels: { a: 'b' },
      finalizers: ['a/b'],
      generateName: '_',
      deletionTimestamp: '2020-01-01T00:00:00Z',
    };
    const { issues, object } = updateStatus(resource, make({}).object, { metadata: { name: 'a', ...metadata } });
    expect(issues).toEqual([]);
    for (const key of Object.keys(metadata)) expect(object.metadata).not.toHaveProperty(key);
  });

  it('has a status that only the status subresource writes', () => {
    const status = { conditions: [{ type: 'X', status: 'True' }] };
    const body = { metadata: { name: 'a' }, spec: { priorityLevelConfiguration }, status };
    expect(create(resource, body).object['status']).toEqual({});
    expect(update(resource, make({}).object, body).object['status']).toEqual({});
    expect(updateStatus(resource, make({}).object, body).object['status']).toMatchObject(status);
  });

  it('has one condition of each type', () => {
    const conditions = (...types: string[]) =>
      causesOf(updateStatus(resource, make({}).object, { status: { conditions: types.map((type) => ({ type })) } }));
    expect(conditions('X', 'Y')).toEqual([]);
    expect(conditions('X', '')).toEqual(['status.conditions[1].type: Required value: must not be empty']);
    expect(conditions('X', 'X')).toEqual(['status.conditions[1].type: Duplicate value: "X"']);
  });

  it('is printed with its level, and whether that is missing', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    const { object } = make({ matchingPrecedence: 77, distinguisherMethod: { type: 'ByUser' } });
    expect(tableOf(resource).print(object, { now }).cells).toEqual(['a', 'global-default', 77, 'ByUser', '0s', '?']);
    const dangling = { ...make({}).object, status: { conditions: [{ type: 'Dangling', status: 'True' }] } };
    expect(tableOf(resource).print(dangling, { now }).cells.slice(3)).toEqual(['<none>', '0s', 'True']);
  });
});
