import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { storageClasses } from './storage-class.resource.ts';

const provisioner = 'example.com/disk';
const namePart =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

function make(fields: object) {
  return create(storageClasses, { metadata: { name: 'a' }, provisioner, ...fields });
}

describe('StorageClass', () => {
  it('deletes volumes and binds claims at once unless it says otherwise', () => {
    expect(make({}).object).toMatchObject({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
    expect(make({ reclaimPolicy: '' }).object).toMatchObject({ reclaimPolicy: '' });
  });

  it('has a provisioner with a qualified name', () => {
    expect(make({ provisioner: 'plain' }).issues).toEqual([]);
    expect(make({ provisioner: 'Upper.Example.com/Disk' }).issues).toEqual([]);
    expect(make({ provisioner: '' }).message).toBe(
      'StorageClass.storage.k8s.io "a" is invalid: provisioner: Required value',
    );
    expect(causesOf(make({ provisioner: 'bad name' }))).toEqual([
      `provisioner: Invalid value: "bad name": ${namePart}`,
    ]);
    expect(causesOf(make({ provisioner: '/x' }))).toEqual([
      'provisioner: Invalid value: "/x": prefix part must be non-empty',
    ]);
  });

  it('has parameters with any key but the empty one', () => {
    expect(make({ parameters: { 'any key/at all': '' } }).issues).toEqual([]);
    expect(causesOf(make({ parameters: { '': 'x' } }))).toEqual([
      'parameters: Invalid value: "": field can not be empty.',
    ]);
  });

  it('has at most 512 parameters', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
    expect(make({ parameters: many(512) }).issues).toEqual([]);
    expect(causesOf(make({ parameters: many(513) }))).toEqual(['parameters: Too long: must have at most 512 bytes']);
  });

  it('has at most 256 KiB of parameters, keys included', () => {
    expect(make({ parameters: { k: 'x'.repeat(262_143) } }).issues).toEqual([]);
    expect(causesOf(make({ parameters: { k: 'x'.repeat(262_144) } }))).toEqual([
      'parameters: Too long: must have at most 262144 bytes',
    ]);
  });

  it('deletes or retains volumes', () => {
    expect(make({ reclaimPolicy: 'Retain' }).issues).toEqual([]);
    expect(causesOf(make({ reclaimPolicy: 'Recycle' }))).toEqual([
      'reclaimPolicy: Unsupported value: "Recycle": supported values: "Delete", "Retain"',
    ]);
  });

  it('binds at once or waits', () => {
    expect(make({ volumeBindingMode: 'WaitForFirstConsumer' }).issues).toEqual([]);
    expect(causesOf(make({ volumeBindingMode: 'Never' }))).toEqual([
      'volumeBindingMode: Unsupported value: "Never": supported values: "Immediate", "WaitForFirstConsumer"',
    ]);
    expect(causesOf(make({ volumeBindingMode: '' }))).toEqual([
      'volumeBindingMode: Unsupported value: "": supported values: "Immediate", "WaitForFirstConsumer"',
    ]);
  });

  describe('with allowed topologies', () => {
    const causes = (...terms: object[][]) =>
      causesOf(make({ allowedTopologies: terms.map((matchLabelExpressions) => ({ matchLabelExpressions })) }));

    it('names values for each label', () => {
      expect(causes([{ key: 'zone', values: ['a', 'b'] }])).toEqual([]);
      expect(causes([{ key: 'zone', values: [] }])).toEqual([
        'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
      ]);
    });

    it('names no label and no value twice', () => {
      expect(causes([{ key: 'zone', values: ['a', 'a'] }])).toEqual([
        'allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"',
      ]);
      expect(
        causes([
          { key: 'z', values: ['a'] },
          { key: 'z', values: ['b'] },
        ]),
      ).toEqual(['allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "z"']);
    });

    it('names labels as labels are named', () => {
      expect(causes([{ key: 'bad key', values: ['a'] }])).toEqual([
        `allowedTopologies[0].matchLabelExpressions[0].key: Invalid value: "bad key": ${namePart}`,
      ]);
    });

    it('has no term twice, in whatever order it is written', () => {
      const zone = { key: 'zone', values: ['a', 'b'] };
      const rack = { key: 'rack', values: ['1'] };
      expect(causes([zone], [rack])).toEqual([]);
      expect(causes([zone, rack], [rack, { key: 'zone', values: ['b', 'a'] }])).toEqual([
        'allowedTopologies[1].matchLabelExpressions: Duplicate value: ""',
      ]);
    });

    it('has no empty term', () => {
      expect(causes([])).toEqual(['allowedTopologies[0].matchLabelExpressions: Duplicate value: ""']);
    });
  });

  it('keeps what volumes were made by', () => {
    const old = make({}).object;
    const changed = {
      metadata: { name: 'a' },
      provisioner: '',
      parameters: { k: 'v' },
      reclaimPolicy: 'Retain',
      volumeBindingMode: 'WaitForFirstConsumer',
    };
    expect(causesOf(update(storageClasses, old, changed))).toEqual([
      'provisioner: Required value',
      'parameters: Forbidden: updates to parameters are forbidden.',
      'provisioner: Forbidden: updates to provisioner are forbidden.',
      'reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.',
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ]);
  });

  it('may change everything else', () => {
    const changed = {
      metadata: { name: 'a', labels: { l: '1' } },
      provisioner,
      allowVolumeExpansion: true,
      mountOptions: ['ro'],
      allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['b'] }] }],
    };
    expect(update(storageClasses, make({}).object, changed).issues).toEqual([]);
  });

  it('is printed as the default where an annotation says so', () => {
    const now = new Date('2022-01-02T03:04:05Z');
    const print = (value: string) => {
      const annotations = { 'storageclass.kubernetes.io/is-default-class': value };
      return tableOf(storageClasses).print(make({ metadata: { name: 'a', annotations } }).object, { now }).cells;
    };
    expect(print('false')).toEqual(['a', provisioner, 'Delete', 'Immediate', false, '0s']);
    expect(print('true')).toEqual(['a (default)', provisioner, 'Delete', 'Immediate', false, '0s']);
  });
});
