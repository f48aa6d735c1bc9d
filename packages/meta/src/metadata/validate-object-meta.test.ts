import { describe, expect, it } from '@jest/globals';
import { createReport, type Report } from '@keelson/schema';
import { pathSegmentNameRule } from '../names/name-rule.ts';
import {
  validateObjectMeta,
  validateObjectMetaUpdate,
  type ObjectMeta,
  type ObjectMetaRules,
} from './validate-object-meta.ts';

const subdomainProblem = String.raw`a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
const namePartProblem =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

function findings(check: (report: Report) => void): string[] {
  const report = createReport();
  report.within('metadata', () => check(report));
  return report.issues.map((issue) => `${issue.path}: ${issue.message}`);
}

function onCreate(meta: ObjectMeta, rules: Partial<ObjectMetaRules> = {}): string[] {
  const isNamespaced = rules.isNamespaced ?? true;
  const complete = { name: 'a', ...(isNamespaced ? { namespace: 'n' } : {}), ...meta };
  return findings((report) => validateObjectMeta(complete, { ...rules, isNamespaced }, report));
}

const stored: ObjectMeta = {
  name: 'a',
  namespace: 'n',
  uid: 'u',
  resourceVersion: '5',
  generation: 2,
  creationTimestamp: '2022-01-02T03:04:05Z',
};

function onUpdate(changes: ObjectMeta, old: ObjectMeta = {}, rules: Partial<ObjectMetaRules> = {}): string[] {
  return findings((report) =>
    validateObjectMetaUpdate({ ...stored, ...old, ...changes }, { ...stored, ...old }, rules, report),
  );
}

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'p', uid: 'u1' };

describe('the metadata of new objects', () => {
  it.each<[string, ObjectMeta]>([
    ['a name and a namespace', {}],
    ['a generated name', { generateName: 'a-' }],
    ['labels', { labels: { 'A.b_c-D': 'X.y_z-1', empty: '', 'example.com/n': 'v' } }],
    ['annotations of any text', { annotations: { 'UPPER.Example.com/Key': 'any thing\n…', empty: '' } }],
    ['finalizers', { finalizers: ['example.com/x', 'example.com/x', 'orphan', 'kubernetes'] }],
    ['owners, one of them a controller', { ownerReferences: [{ ...owner, controller: true }, owner] }],
    ['a generation', { generation: 7 }],
    ['managed fields', { managedFields: [{ manager: 'x', operation: 'Apply', fieldsType: 'FieldsV1' }] }],
  ])('may have %s', (_, meta) => {
    expect(onCreate(meta)).toEqual([]);
  });

  it.each<[ObjectMeta, string]>([
    [{ name: '' }, 'metadata.name: Required value: name or generateName is required'],
    [{ name: 'Bad_Name' }, `metadata.name: Invalid value: "Bad_Name": ${subdomainProblem}`],
    [{ generateName: 'dot.' }, `metadata.generateName: Invalid value: "dot.": ${subdomainProblem}`],
    [{ namespace: '' }, 'metadata.namespace: Required value'],
    [{ generation: -1 }, 'metadata.generation: Invalid value: -1: must be greater than or equal to 0'],
    [{ clusterName: 'Bad_Name' }, `metadata.clusterName: Invalid value: "Bad_Name": ${subdomainProblem}`],
    [{ labels: { 'bad key': 'v' } }, `metadata.labels: Invalid value: "bad key": ${namePartProblem}`],
    [{ annotations: { 'bad key': 'v' } }, `metadata.annotations: Invalid value: "bad key": ${namePartProblem}`],
    [{ annotations: { k: 'x'.repeat(262144) } }, 'metadata.annotations: Too long: must have at most 262144 bytes'],
    [
      { finalizers: ['plain'] },
      'metadata.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
    ],
    [
      { finalizers: ['orphan', 'foregroundDeletion'] },
      'metadata.finalizers: Invalid value: []string{"orphan", "foregroundDeletion"}: finalizer orphan and foregroundDeletion cannot be both set',
    ],
    [
      { ownerReferences: [{ ...owner, apiVersion: 'apps/' }] },
      'metadata.ownerReferences.apiVersion: Invalid value: "apps/": version must not be empty',
    ],
    [
      { ownerReferences: [{ ...owner, kind: '' }] },
      'metadata.ownerReferences.kind: Invalid value: "": kind must not be empty',
    ],
    [
      { ownerReferences: [{ ...owner, name: '' }] },
      'metadata.ownerReferences.name: Invalid value: "": name must not be empty',
    ],
    [
      { ownerReferences: [{ ...owner, uid: '' }] },
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
    ],
    [
      { managedFields: [{ manager: 'x', operation: 'Nonsense' }] },
      'metadata.managedFields[0].operation: Invalid value: "Nonsense": must be `Apply` or `Update`',
    ],
    [
      { managedFields: [{ operation: 'Update', fieldsType: 'Other' }] },
      'metadata.managedFields[0].fieldsType: Invalid value: "Other": must be `FieldsV1`',
    ],
    [
      { managedFields: [{ operation: 'Update', manager: 'm'.repeat(129) }] },
      'metadata.managedFields[0].manager: Too long: must have at most 128 bytes',
    ],
    [
      { managedFields: [{ operation: 'Update', manager: 'ž\n' }] },
      'metadata.managedFields[0].manager: Invalid value: "ž\\n": invalid character U+000A (at position 2)',
    ],
  ])('are refused: %j', (meta, expected) => {
    expect(onCreate(meta)).toEqual([expected]);
  });

  it('name at most one controller', () => {
    const [finding] = onCreate({
      ownerReferences: [
        { ...owner, controller: true },
        { ...owner, name: 'q', controller: true },
      ],
    });
    expect(finding).toMatch(
      /^metadata\.ownerReferences: Invalid value: .*: Only one reference can have Controller set/,
    );
    expect(finding).toMatch(/Found "true" in references for p and q$/);
  });

  it('have no owner of a banned kind', () => {
    const bannedOwners = [{ group: '', version: 'v1', kind: 'Event' }];
    const [finding] = onCreate({ ownerReferences: [{ ...owner, kind: 'Event' }] }, { bannedOwners });
    expect(finding).toMatch(/^metadata\.ownerReferences: .*: \/v1, Kind=Event is disallowed from being an owner$/);
  });

  it('have no namespace where the kind has none', () => {
    expect(onCreate({}, { isNamespaced: false })).toEqual([]);
    expect(onCreate({ namespace: 'n' }, { isNamespaced: false })).toEqual([
      'metadata.namespace: Forbidden: not allowed on this type',
    ]);
  });

  it('follow the rule for names of their kind', () => {
    expect(onCreate({ name: 'system:x' }, { nameRule: pathSegmentNameRule })).toEqual([]);
    expect(onCreate({ name: 'a/b' }, { nameRule: pathSegmentNameRule })).toEqual([
      `metadata.name: Invalid value: "a/b": may not contain '/'`,
    ]);
  });

  it('may have any finalizer where finalizers are open', () => {
    expect(onCreate({ finalizers: ['plain'] }, { hasOpenFinalizers: true })).toEqual([]);
  });

  it('report all that is wrong in one order', () => {
    const meta = {
      name: 'Bad_Name',
      labels: { 'bad key': 'v' },
      finalizers: ['bad name'],
      ownerReferences: [{ ...owner, uid: '' }],
    };
    expect(onCreate(meta)).toEqual([
      `metadata.name: Invalid value: "Bad_Name": ${subdomainProblem}`,
      `metadata.labels: Invalid value: "bad key": ${namePartProblem}`,
      'metadata.ownerReferences.uid: Invalid value: "": uid must not be empty',
      `metadata.finalizers: Invalid value: "bad name": ${namePartProblem}`,
      'metadata.finalizers[0]: Invalid value: "bad name": name is neither a standard finalizer name nor is it fully qualified',
    ]);
  });
});

describe('the metadata of objects that change', () => {
  const deleting = { deletionTimestamp: '2022-02-02T00:00:00Z', deletionGracePeriodSeconds: 0, finalizers: ['a.b/c'] };

  it.each<[string, ObjectMeta, ObjectMeta]>([
    ['stay as they are', {}, {}],
    [
      'change labels, annotations and owners',
      { labels: { a: 'b' }, annotations: { a: 'b' }, ownerReferences: [owner] },
      {},
    ],
    ['count up', { generation: 3 }, {}],
    ['lose finalizers while the object goes', { finalizers: [] }, deleting],
    ['get finalizers', { finalizers: ['a.b/d'] }, {}],
  ])('may %s', (_, changes, old) => {
    expect(onUpdate(changes, old)).toEqual([]);
  });

  it.each<[ObjectMeta, ObjectMeta, string]>([
    [{ name: 'b' }, {}, 'metadata.name: Invalid value: "b": field is immutable'],
    [{ namespace: 'm' }, {}, 'metadata.namespace: Invalid value: "m": field is immutable'],
    [{ uid: 'v' }, {}, 'metadata.uid: Invalid value: "v": field is immutable'],
    [
      { creationTimestamp: '2022-01-02T03:04:06Z' },
      {},
      'metadata.creationTimestamp: Invalid value: 2022-01-02 03:04:06 +0000 UTC: field is immutable',
    ],
    [{ deletionTimestamp: null }, deleting, 'metadata.deletionTimestamp: Invalid value: "null": field is immutable'],
    [
      { deletionGracePeriodSeconds: 5 },
      deleting,
      'metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable',
    ],
    [{ resourceVersion: '' }, {}, 'metadata.resourceVersion: Invalid value: "": must be specified for an update'],
    [{ generation: 1 }, {}, 'metadata.generation: Invalid value: 1: must not be decremented'],
    [
      { finalizers: ['a.b/e', 'a.b/c', 'a.b/d'] },
      deleting,
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.b/d", "a.b/e"}',
    ],
    [
      { labels: { a: '-' } },
      {},
      expect.stringMatching(/^metadata\.labels: Invalid value: "-": a valid label/) as unknown as string,
    ],
  ])('are refused: %j', (changes, old, expected) => {
    expect(onUpdate(changes, old)).toEqual([expected]);
  });
});
