import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import { field, inline, optional, required } from '../language/field.ts';
import {
  bytes,
  int64,
  integer,
  intOrString,
  lazy,
  list,
  map,
  oneOf,
  quantity,
  string,
  time,
} from '../language/shape.ts';
import type { Message } from '../language/descriptor.ts';
import { definitionsOf } from './definitions.ts';
import { openapiV2, openapiV3 } from './document.ts';
import { kindsOfMessages } from './kinds-of-messages.ts';

const Port = message('test.Port', {
  port: required(1, integer('int32', { minimum: 1, maximum: 65535 }), { about: 'Where it listens.' }),
  protocol: field(2, oneOf('UDP', 'TCP'), { default: 'TCP' }),
});
const Reference = message('test.Reference', { name: field(1, string) }, { structType: 'atomic' });
const Base = message('test.Base', { path: required(1, string) });
const Pump = kind(
  'test.Pump',
  {
    created: field(1, time),
    base: inline(2, Base),
    ports: field(3, list(Port), {
      about: 'Its ports.',
      listType: 'map',
      listMapKeys: ['port', 'protocol'],
      patchStrategy: 'merge',
      patchMergeKey: 'port',
    }),
    limits: field(4, map(quantity)),
    labels: field(5, map(string), { mapType: 'atomic' }),
    owner: optional(6, Reference, { about: 'Who has it.' }),
    seal: field(7, bytes),
    deadline: optional(8, int64),
    target: field(9, intOrString),
    names: required(10, list(string)),
  },
  { about: 'Moves water.' },
);

const gvk = { group: 'test', version: 'v1', kind: 'Pump' };
const kindsOf = kindsOfMessages([{ ...gvk, message: Pump }]);
const v2 = definitionsOf([Pump], openapiV2, { kindsOf });
const v3 = definitionsOf([Pump], openapiV3, { kindsOf });

describe('definitions', () => {
  it('carry everything a kind refers to, in order of their names', () => {
    expect(Object.keys(v2)).toEqual([
      'io.k8s.apimachinery.pkg.api.resource.Quantity',
      'io.k8s.apimachinery.pkg.apis.meta.v1.Time',
      'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
      'test.Port',
      'test.Pump',
      'test.Reference',
    ]);
  });

  it('say what a kind is, with its fields, those of inline messages and its type', () => {
    const pump = v2['test.Pump'];
    expect(pump).toMatchObject({ description: 'Moves water.', type: 'object', required: ['names', 'path'] });
    expect(pump?.['x-kubernetes-group-version-kind']).toEqual([gvk]);
    expect(Object.keys(pump?.properties ?? {})).toEqual([
      'apiVersion',
      'created',
      'deadline',
      'kind',
      'labels',
      'limits',
      'names',
      'owner',
      'path',
      'ports',
      'seal',
      'target',
    ]);
  });

  it('carry list types, map types and patch strategies', () => {
    expect(v2['test.Pump']?.properties?.['ports']).toEqual({
      description: 'Its ports.',
      type: 'array',
      items: { $ref: '#/definitions/test.Port' },
      'x-kubernetes-list-map-keys': ['port', 'protocol'],
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-patch-merge-key': 'port',
      'x-kubernetes-patch-strategy': 'merge',
    });
    expect(v2['test.Pump']?.properties?.['labels']).toMatchObject({ 'x-kubernetes-map-type': 'atomic' });
    expect(v2['test.Reference']).toMatchObject({ 'x-kubernetes-map-type': 'atomic' });
  });

  it('write formats and enumerations', () => {
    const properties = v2['test.Pump']?.properties;
    expect(properties?.['seal']).toEqual({ type: 'string', format: 'byte' });
    expect(properties?.['deadline']).toEqual({ type: 'integer', format: 'int64' });
    expect(v2['test.Port']?.properties?.['protocol']).toEqual({ type: 'string', enum: ['TCP', 'UDP'] });
  });

  it('write no ranges', () => {
    expect(v2['test.Port']?.properties?.['port']).toEqual({
      description: 'Where it listens.',
      type: 'integer',
      format: 'int32',
    });
  });

  it('write a reference beside its description in v2, and wrap it in v3', () => {
    expect(v2['test.Pump']?.properties?.['owner']).toEqual({
      description: 'Who has it.',
      $ref: '#/definitions/test.Reference',
    });
    expect(v3['test.Pump']?.properties?.['owner']).toEqual({
      description: 'Who has it.',
      allOf: [{ $ref: '#/components/schemas/test.Reference' }],
    });
  });

  it('show defaults in v3 only', () => {
    expect(v3['test.Port']?.properties?.['protocol']).toMatchObject({ default: 'TCP' });
    expect(v3['test.Port']?.properties?.['port']).toMatchObject({ default: 0 });
    expect(v3['test.Pump']?.properties?.['created']).toMatchObject({ default: {} });
    expect(v3['test.Pump']?.properties?.['names']).toMatchObject({ items: { type: 'string', default: '' } });
    expect(JSON.stringify(v2)).not.toContain('"default"');
  });

  it('can use the neutral names of extensions', () => {
    const neutral = definitionsOf([Pump], { ...openapiV2, extensionPrefix: 'x-service-' }, { kindsOf });
    expect(neutral['test.Pump']?.properties?.['ports']).toMatchObject({ 'x-service-list-type': 'map' });
    expect(JSON.stringify(neutral)).not.toContain('x-kubernetes-');
  });

  it('end for a message that contains itself', () => {
    const Tree: Message = message('test.Tree', { children: field(1, list(lazy((): Message => Tree))) });
    expect(definitionsOf([Tree], openapiV2)['test.Tree']?.properties?.['children']).toEqual({
      type: 'array',
      items: { $ref: '#/definitions/test.Tree' },
    });
  });
});
