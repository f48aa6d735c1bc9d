import { describe, expect, it } from '@jest/globals';
import { decodeProtobuf, type JsonValue, type StructuralSchema } from '@keelson/schema';
import { customKind, withSpec } from '@keelson/schema/testing';

import { encodeGnostic } from './gnostic/encode-gnostic.ts';
import { GnosticDocument } from './gnostic/messages.ts';
import type { PathItem } from './operation.ts';
import { writeV2 } from './write-v2.ts';
import { writeV3 } from './write-v3.ts';

const name = 'com.example.v1.Widget';

function sourceOf(spec: StructuralSchema) {
  const message = customKind(withSpec(spec));
  const responses = [{ code: '200' as const, message }];
  const get = {
    method: 'get' as const,
    id: 'read',
    tag: '',
    about: '',
    parameters: [],
    consumes: [],
    produces: [],
    responses,
  };
  const item: PathItem = { path: '/apis/example.com/v1/widgets', parameters: [], operations: [get] };
  return { paths: new Map([['apis/example.com/v1', [item]]]), version: 'v1.24.0', kindsOf: () => [] };
}

describe('the definitions of custom resources', () => {
  it('are whole documents of v3, whatever their defaults hold', () => {
    const fallback: JsonValue = { $ref: '#/components/schemas/none', big: 9_223_372_036_854_775_807n };
    const source = sourceOf({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: fallback });
    const [text = ''] = writeV3(source).values();
    expect(text).toContain('"big":9223372036854775807');
    const { components } = JSON.parse(text) as { components: { schemas: object } };
    expect(Object.keys(components.schemas)).toContain(name);
  });

  it('say all of their rules in protobuf', () => {
    const rules: StructuralSchema = {
      type: 'string',
      title: 'T',
      pattern: '^a$',
      maxLength: 5,
      default: 'a',
      enum: ['a'],
    };
    const map: StructuralSchema = { type: 'object', additionalProperties: true, maxProperties: 3 };
    const document = writeV2(sourceOf({ type: 'object', properties: { rules, map } }));
    const decoded = decodeProtobuf(GnosticDocument, encodeGnostic(document));
    const text = decoded.ok ? JSON.stringify(decoded.object) : decoded.message;
    expect(text).toContain('"title":"T","default":{"yaml":"\\"a\\""},"maxLength":5,"pattern":"^a$"');
    expect(text).toContain('"maxProperties":3,"additionalProperties":{"boolean":true}');
  });
});
