import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { csiNodes } from './csi-node.resource.ts';

const driver = { name: 'a', nodeID: 'n1' };
const namePart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

function make(...drivers: object[]) {
  return create(csiNodes, { metadata: { name: 'n' }, spec: { drivers } });
}

function change(before: object[], after: object[]) {
  return update(csiNodes, make(...before).object, { metadata: { name: 'n' }, spec: { drivers: after } });
}

describe('CSINode', () => {
  it('may have no drivers', () => {
    expect(make().issues).toEqual([]);
    expect(make().object['spec']).toEqual({ drivers: null });
  });

  it('has drivers with names of at most 63 characters, in either case', () => {
    expect(make({ ...driver, name: 'x'.repeat(63) }, { ...driver, name: 'Upper.Example.com' }).issues).toEqual([]);
    expect(causesOf(make({ ...driver, name: 'x'.repeat(64) }))).toEqual([
      'spec.drivers[0].name: Too long: must have at most 63 bytes',
    ]);
    expect(causesOf(make({ ...driver, name: '' }))).toEqual([
      'spec.drivers[0].name: Required value',
      `spec.drivers[0].name: Invalid value: "": ${subdomain}`,
    ]);
  });

  it('has each driver once', () => {
    expect(causesOf(make(driver, driver))).toEqual(['spec.drivers[1].name: Duplicate value: "a"']);
  });

  it('has node ids of up to 256 characters, of whatever kind', () => {
    expect(make({ ...driver, nodeID: 'any text at all' }, { name: 'b', nodeID: 'x'.repeat(256) }).issues).toEqual([]);
    expect(make({ name: 'a' }).message).toBe(
      'CSINode.storage.k8s.io "n" is invalid: spec.drivers[0].nodeID: Required value',
    );
    const long = 'x'.repeat(257);
    expect(causesOf(make({ ...driver, nodeID: long }))).toEqual([
      `spec.drivers[0].nodeID: Invalid value: "${long}": must be 256 characters or less`,
    ]);
  });

  it('counts volumes from zero', () => {
    expect(make({ ...driver, allocatable: { count: 0 } }, { name: 'b', nodeID: 'n', allocatable: {} }).issues).toEqual(
      [],
    );
    expect(causesOf(make({ ...driver, allocatable: { count: -1 } }))).toEqual([
      'spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
    ]);
  });

  it('has topology keys as labels are named, each once', () => {
    expect(make({ ...driver, topologyKeys: ['zone', 'example.com/rack'] }).issues).toEqual([]);
    expect(causesOf(make({ ...driver, topologyKeys: [''] }))).toEqual([
      'spec.drivers[0]: Required value',
      'spec.drivers[0]: Invalid value: "": name part must be non-empty',
      `spec.drivers[0]: Invalid value: "": ${namePart}`,
    ]);
    expect(causesOf(make({ ...driver, topologyKeys: ['zone', 'zone'] }))).toEqual([
      'spec.drivers[0]: Duplicate value: "zone"',
    ]);
  });

  it('keeps drivers as they are, but lets them come and go', () => {
    const other = { name: 'b', nodeID: 'n1' };
    expect(change([driver], [driver, other]).issues).toEqual([]);
    expect(change([driver, other], [other]).issues).toEqual([]);
    for (const changed of [{ nodeID: 'n2' }, { topologyKeys: ['rack'] }, { allocatable: { count: 3 } }]) {
      expect(causesOf(change([driver], [{ ...driver, ...changed }]))).toEqual([
        expect.stringMatching(/^CSINodeDriver: Invalid value: .*: field is immutable$/),
      ]);
    }
  });

  it('says what is wrong twice on update', () => {
    const cause = 'spec.drivers[0].nodeID: Required value';
    expect(causesOf(change([], [{ name: 'a' }]))).toEqual([cause, cause]);
  });

  it('is printed with the number of its drivers', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    const print = tableOf(csiNodes);
    expect(print.print(make(driver).object, { now }).cells).toEqual(['n', 1, '0s']);
    expect(print.print(make().object, { now }).cells).toEqual(['n', 0, '0s']);
  });
});
