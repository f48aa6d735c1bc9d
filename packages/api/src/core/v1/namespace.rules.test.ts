import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update, updateStatus } from '../../testing/admit.ts';
import { namespaces } from './namespace.resource.ts';
import { serviceAccounts } from './service-account.resource.ts';

const now = new Date('2022-01-03T03:04:05Z');

function make(fields: object = {}) {
  return create(namespaces, { metadata: { name: 'a' }, ...fields });
}

describe('Namespace', () => {
  it('has a DNS label for a name', () => {
    expect(make().issues).toEqual([]);
    expect(causesOf(make({ metadata: { name: 'a.b' } }))).toEqual([
      `metadata.name: Invalid value: "a.b": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')`,
    ]);
  });

  it('begins active, with the finalizer that keeps it until it is empty', () => {
    const { object } = make({ spec: { finalizers: ['example.com/x'] }, status: { phase: 'Terminating' } });
    expect(object['status']).toEqual({ phase: 'Active' });
    expect(object['spec']).toEqual({ finalizers: ['example.com/x', 'kubernetes'] });
    expect(make().object['spec']).toEqual({ finalizers: ['kubernetes'] });
  });

  it('has its name as a label, whatever is written', () => {
    const { object } = make({ metadata: { name: 'a', labels: { 'kubernetes.io/metadata.name': 'other', l: '1' } } });
    expect(object.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'a', l: '1' });
  });

  it('has finalizers with a domain, or kubernetes', () => {
    expect(make({ spec: { finalizers: ['kubernetes', 'example.com/x'] } }).issues).toEqual([]);
    const pattern = `([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`;
    expect(causesOf(make({ spec: { finalizers: ['bad name'] } }))).toEqual([
      `spec.finalizers: Invalid value: "bad name": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${pattern}')`,
      'spec.finalizers: Invalid value: "bad name": name is neither a standard finalizer name nor is it fully qualified',
    ]);
  });

  it('keeps finalizers and status when it is replaced', () => {
    const old = make().object;
    const { object } = update(namespaces, old, { metadata: { name: 'a' }, spec: {}, status: { phase: 'Terminating' } });
    expect(object['spec']).toEqual({ finalizers: ['kubernetes'] });
    expect(object['status']).toEqual({ phase: 'Active' });
  });

  it('is active where a write of its status says nothing', () => {
    const { object } = create(namespaces, { metadata: { name: 'a' } });
    expect(updateStatus(namespaces, object, { metadata: { name: 'a' } }).issues).toEqual([]);
  });

  it('is terminating when and only when it is being deleted', () => {
    const live = make().object;
    const deleted = { ...live, metadata: { ...live.metadata, deletionTimestamp: '2022-01-02T03:04:05Z' } };
    const phase = (value: string) => ({ metadata: { name: 'a' }, status: { phase: value } });
    expect(updateStatus(namespaces, live, phase('Active')).issues).toEqual([]);
    expect(updateStatus(namespaces, deleted, phase('Terminating')).issues).toEqual([]);
    expect(causesOf(updateStatus(namespaces, live, phase('Terminating')))).toEqual([
      `status.Phase: Invalid value: "Terminating": may only be 'Active' if \`deletionTimestamp\` is empty`,
    ]);
    expect(causesOf(updateStatus(namespaces, deleted, phase('Active')))).toEqual([
      `status.Phase: Invalid value: "Active": may only be 'Terminating' if \`deletionTimestamp\` is not empty`,
    ]);
  });

  it('is printed with its phase', () => {
    expect(tableOf(namespaces).print(make().object, { now }).cells).toEqual(['a', 'Active', '24h']);
  });
});

describe('ServiceAccount', () => {
  it('is printed with the number of its secrets', () => {
    const { object, issues } = create(serviceAccounts, { metadata: { name: 'a.b' }, secrets: [{ name: 'x' }] });
    expect(issues).toEqual([]);
    expect(tableOf(serviceAccounts).print(object, { now }).cells).toEqual(['a.b', 1, '24h']);
  });
});
