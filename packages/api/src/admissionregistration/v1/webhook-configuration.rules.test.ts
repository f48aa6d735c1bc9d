import { describe, expect, it } from '@jest/globals';
import { validateChangedObject, updateHooksOf, validateNewObject } from '@keelson/meta';
import { applyDefaults, decodeJson, type Resource } from '@keelson/schema';

import { mutatingWebhookConfigurations } from './mutating-webhook-configuration.resource.ts';
import { validatingWebhookConfigurations } from './validating-webhook-configuration.resource.ts';

const good = {
  name: 'm.example.com',
  clientConfig: { url: 'https://example.com/m' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const goodRule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };

type Webhook = Record<string, unknown>;

function decode(resource: Resource, webhooks: readonly Webhook[]) {
  const decoded = decodeJson(resource.message, { metadata: { name: 'a' }, webhooks });
  if (!decoded.ok) throw new Error(decoded.message);
  applyDefaults(resource.message, decoded.object);
  return decoded.object as unknown as { metadata: object };
}

const word = ({ path, message }: { path: string; message: string }): string => `${path}: ${message}`;

function issuesOf(resource: Resource, ...webhooks: readonly Webhook[]): string[] {
  return validateNewObject(resource, decode(resource, webhooks)).map(word);
}

function issuesOfChange(resource: Resource, old: Webhook, changed: Webhook): string[] {
  const change = { object: decode(resource, [changed]), old: decode(resource, [old]) };
  const found = validateChangedObject(resource, updateHooksOf(resource, undefined), change).map(word);
  return found.filter((text) => !text.startsWith('metadata'));
}

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const label =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

describe.each([
  ['mutating', mutatingWebhookConfigurations],
  ['validating', validatingWebhookConfigurations],
] as const)('a %s webhook configuration', (_kind, resource) => {
  it('may be as simple as this', () => {
    expect(issuesOf(resource, { ...good, rules: [goodRule] })).toEqual([]);
    expect(issuesOf(resource)).toEqual([]);
  });

  it.each<[string, Webhook, string[]]>([
    ['without a name', { name: '' }, ['name: Required value']],
    [
      'with a short name',
      { name: 'a.b' },
      ['name: Invalid value: "a.b": should be a domain with at least three segments separated by dots'],
    ],
    [
      'with a name that is no domain',
      { name: 'A.example.com' },
      [`name: Invalid value: "A.example.com": ${subdomain}`],
    ],
    [
      'without side effects',
      { sideEffects: undefined },
      ['sideEffects: Required value: must specify one of None, NoneOnDryRun'],
    ],
    [
      'with some side effects',
      { sideEffects: 'Some' },
      ['sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"'],
    ],
    [
      'without versions',
      { admissionReviewVersions: [] },
      ['admissionReviewVersions: Required value: must specify one of v1, v1beta1'],
    ],
    [
      'with other versions alone',
      { admissionReviewVersions: ['v2'] },
      ['admissionReviewVersions: Invalid value: []string{"v2"}: must include at least one of v1, v1beta1'],
    ],
    [
      'with a version twice',
      { admissionReviewVersions: ['v1', 'v1'] },
      ['admissionReviewVersions[1]: Invalid value: "v1": duplicate version'],
    ],
    [
      'with a version that is no label',
      { admissionReviewVersions: ['Bad_Version', 'v1'] },
      [`admissionReviewVersions[0]: Invalid value: "Bad_Version": ${label}`],
    ],
    [
      'with a version that is no label and too long for one',
      { admissionReviewVersions: ['A'.repeat(64), 'v1'] },
      [
        `admissionReviewVersions[0]: Invalid value: "${'A'.repeat(64)}": must be no more than 63 characters`,
        `admissionReviewVersions[0]: Invalid value: "${'A'.repeat(64)}": ${label}`,
      ],
    ],
    [
      'that waits too long',
      { timeoutSeconds: 31 },
      ['timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds'],
    ],
    [
      'that waits not at all',
      { timeoutSeconds: 0 },
      ['timeoutSeconds: Invalid value: 0: the timeout value must be between 1 and 30 seconds'],
    ],
    [
      'of a strange policy',
      { failurePolicy: 'Maybe' },
      ['failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"'],
    ],
    [
      'that matches by a strange policy',
      { matchPolicy: 'Almost' },
      ['matchPolicy: Unsupported value: "Almost": supported values: "Equivalent", "Exact"'],
    ],
    ['of nowhere', { clientConfig: {} }, ['clientConfig: Required value: exactly one of url or service is required']],
    [
      'with a password in its URL',
      { clientConfig: { url: 'https://user:pass@example.com/x#y' } },
      [
        'clientConfig.url: Invalid value: "user:pass": user information is not permitted in the URL',
        'clientConfig.url: Invalid value: "y": fragments are not permitted in the URL',
      ],
    ],
    [
      'of a service without a port',
      { clientConfig: { service: { namespace: 'n', name: 's', port: 70000 } } },
      ['clientConfig.service.port: Invalid value: 70000: port is not valid: must be between 1 and 65535, inclusive'],
    ],
    [
      'with a strange selector',
      { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
      [
        "namespaceSelector.matchExpressions[0].values: Required value: must be specified when `operator` is 'In' or 'NotIn'",
      ],
    ],
  ])('is refused: one %s', (_what, change, expected) => {
    expect(issuesOf(resource, { ...good, ...change })).toEqual(expected.map((text) => `webhooks[0].${text}`));
  });

  it.each<[string, Webhook, string[]]>([
    ['no operations', { operations: [] }, ['operations: Required value']],
    [
      'more than all operations',
      { operations: ['CREATE', '*'] },
      [
        `operations: Invalid value: []admissionregistration.OperationType{"CREATE", "*"}: if '*' is present, must not specify other operations`,
      ],
    ],
    [
      'an unknown operation',
      { operations: ['PATCH'] },
      ['operations[0]: Unsupported value: "PATCH": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"'],
    ],
    ['no group', { apiGroups: [] }, ['apiGroups: Required value']],
    [
      'more than all groups',
      { apiGroups: ['*', 'apps'] },
      [`apiGroups: Invalid value: []string{"*", "apps"}: if '*' is present, must not specify other API groups`],
    ],
    ['an empty version', { apiVersions: [''] }, ['apiVersions[0]: Required value']],
    [
      'more than all versions',
      { apiVersions: ['*', 'v1'] },
      [`apiVersions: Invalid value: []string{"*", "v1"}: if '*' is present, must not specify other API versions`],
    ],
    ['an empty resource', { resources: [''] }, ['resources[0]: Required value']],
    [
      'more than all resources',
      { resources: ['*', 'pods'] },
      [
        `resources: Invalid value: []string{"*", "pods"}: if '*' is present, must not specify other resources without subresources`,
      ],
    ],
    [
      'more than everything',
      { resources: ['*/*', 'pods'] },
      [`resources: Invalid value: []string{"*/*", "pods"}: if '*/*' is present, must not specify other resources`],
    ],
    [
      'more than all subresources',
      { resources: ['pods', 'pods/*', 'pods/status'] },
      [`resources[2]: Invalid value: "pods/status": if 'pods/*' is present, must not specify pods/status`],
    ],
    [
      'more than one subresource of all',
      { resources: ['*/status', 'pods/status'] },
      [`resources[1]: Invalid value: "pods/status": if '*/status' is present, must not specify pods/status`],
    ],
    [
      'an unknown scope',
      { scope: 'Both' },
      ['scope: Unsupported value: "Both": supported values: "*", "Cluster", "Namespaced"'],
    ],
    ['an empty scope', { scope: '' }, ['scope: Unsupported value: "": supported values: "*", "Cluster", "Namespaced"']],
    ['more than all resources before it', { resources: ['pods', '*'] }, []],
    ['an empty resource before all resources', { resources: ['*', ''] }, ['resources[1]: Required value']],
    ['a resource that nobody has', { resources: ['nosuch', 'pods/', 'pods', 'pods/*'] }, []],
  ])('has rules; one with %s', (_what, change, expected) => {
    const found = issuesOf(resource, { ...good, rules: [{ ...goodRule, ...change }] });
    expect(found).toEqual(expected.map((text) => `webhooks[0].rules[0].${text}`));
  });

  it('has no two webhooks of one name', () => {
    expect(issuesOf(resource, good, good)).toEqual(['webhooks[1].name: Duplicate value: "m.example.com"']);
  });

  it('keeps what an older server let in, and refuses it where it is new', () => {
    const lax = { ...good, sideEffects: 'Some', admissionReviewVersions: ['v2'] };
    expect(issuesOfChange(resource, lax, { ...lax, timeoutSeconds: 5 })).toEqual([]);
    expect(issuesOfChange(resource, good, lax)).toHaveLength(2);
  });
});

it('a mutating webhook is called again by a policy that is known, which is told after selectors', () => {
  const resource = mutatingWebhookConfigurations;
  const objectSelector = { matchExpressions: [{ key: 'a', operator: 'In' }] };
  const issues = issuesOf(resource, { ...good, objectSelector, reinvocationPolicy: 'Often' });
  expect(issues.at(-1)).toBe(
    'webhooks[0].reinvocationPolicy: Unsupported value: "Often": supported values: "IfNeeded", "Never"',
  );
  expect(issues).toHaveLength(2);
  expect(issuesOf(resource, { ...good, reinvocationPolicy: 'IfNeeded' })).toEqual([]);
});
