import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { configMaps } from './config-map.resource.ts';

const mebibyte = 1024 * 1024;
const now = new Date('2022-01-02T03:09:05Z');

function make(fields: object) {
  return create(configMaps, { metadata: { name: 'a' }, ...fields });
}

describe('ConfigMap', () => {
  it('has keys of letters, digits, dashes, underscores and dots', () => {
    expect(make({ data: { '.hidden': 'x', 'UPPER_lower-1.txt': 'y', ['k'.repeat(253)]: 'z' } }).issues).toEqual([]);
    expect(make({ data: { 'a/b': 'x' } }).message).toBe(
      `ConfigMap "a" is invalid: data[a/b]: Invalid value: "a/b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
    );
    expect(causesOf(make({ binaryData: { ['k'.repeat(254)]: '' } }))).toEqual([
      `binaryData[${'k'.repeat(254)}]: Invalid value: "${'k'.repeat(254)}": must be no more than 253 characters`,
    ]);
  });

  it('has no key that leads out of a folder', () => {
    expect(causesOf(make({ data: { '...x': '1' } }))).toEqual([
      `data[...x]: Invalid value: "...x": must not start with '..'`,
    ]);
    expect(causesOf(make({ data: { '.': '1' } }))).toEqual([`data[.]: Invalid value: ".": must not be '.'`]);
  });

  it('has no key in both maps', () => {
    expect(make({ data: { k: 'x' }, binaryData: { l: 'AAEC' } }).issues).toEqual([]);
    expect(make({ data: { k: 'x' }, binaryData: { k: 'AAEC' } }).message).toBe(
      'ConfigMap "a" is invalid: data[k]: Invalid value: "k": duplicate of key present in binaryData',
    );
  });

  it('treats names of prototypes as any other key', () => {
    const body: unknown = JSON.parse('{"metadata":{"name":"a"},"data":{"constructor":"x","__proto__":"y"}}');
    expect(create(configMaps, body as object).issues).toEqual([]);
  });

  it('holds a mebibyte of values, binary ones counted as bytes', () => {
    expect(make({ data: { k: 'x'.repeat(mebibyte) } }).issues).toEqual([]);
    expect(make({ data: { k: 'x'.repeat(mebibyte) }, binaryData: { l: 'AA==' } }).issues).toEqual([
      { code: 'FieldValueTooLong', path: '[]', message: 'Too long: must have at most 1048576 bytes' },
    ]);
    expect(make({ binaryData: { k: Buffer.alloc(mebibyte).toString('base64') } }).issues).toEqual([]);
  });

  it('can be changed unless it is immutable, and then but for its metadata', () => {
    const open = make({ data: { k: 'v' }, immutable: false }).object;
    expect(update(configMaps, open, { metadata: { name: 'a' }, data: { k: 'w' }, immutable: true }).issues).toEqual([]);

    const locked = make({ data: { k: 'v' }, immutable: true }).object;
    const labelled = { metadata: { name: 'a', labels: { l: '1' } }, data: { k: 'v' }, immutable: true };
    expect(update(configMaps, locked, labelled).issues).toEqual([]);
    const changed = { metadata: { name: 'a' }, data: { k: 'w' }, binaryData: { b: 'AAEC' } };
    expect(causesOf(update(configMaps, locked, changed))).toEqual([
      'immutable: Forbidden: field is immutable when `immutable` is set',
      'data: Forbidden: field is immutable when `immutable` is set',
      'binaryData: Forbidden: field is immutable when `immutable` is set',
    ]);
  });

  it('says of a lock before it says of keys', () => {
    const locked = make({ immutable: true }).object;
    const changed = update(configMaps, locked, { metadata: { name: 'a' }, immutable: true, data: { '..': '' } });
    expect(causesOf(changed)).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
      `data[..]: Invalid value: "..": must not be '..'`,
    ]);
  });

  it('is printed with the number of its keys and its age', () => {
    const { object } = make({ data: { k: 'v', l: 'w' }, binaryData: { b: 'AAEC' } });
    expect(tableOf(configMaps).print(object, { now }).cells).toEqual(['a', 3, '5m']);
  });
});
