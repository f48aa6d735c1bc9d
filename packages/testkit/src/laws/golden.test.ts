/**
 * Checks the encodings against objects that another implementation wrote: a folder
 * of `<group>.<version>.<Kind>.json`, `.pb` and `.yaml` files, named by the variable
 * KEELSON_GOLDEN. They are not ours to distribute, so without them there is nothing
 * to check here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import {
  applyDefaults,
  decodeJson,
  decodeProtobuf,
  encodeJson,
  encodeProtobuf,
  openEnvelope,
  parseJson,
  parseYaml,
  sealEnvelope,
  stringifyYaml,
  transcodeProtobuf,
} from '@keelson/schema';
import type { JsonValue, KnownKind, Message, TypeMeta } from '@keelson/schema';

import { scheme } from './every-kind.ts';

const folder = process.env['KEELSON_GOLDEN'];

function kindOf({ apiVersion = '', kind = '' }: TypeMeta): KnownKind {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const known = scheme.kind({ group: group ?? '', version: version ?? '', kind });
  if (known === undefined) throw new Error(`${apiVersion} ${kind} is not declared`);
  return known;
}

function parse(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

function decode(message: Message, value: JsonValue): TypeMeta {
  const unknown: string[] = [];
  const decoded = decodeJson(message, value, { onUnknown: (path) => unknown.push(path) });
  if (!decoded.ok) throw new Error(decoded.message);
  expect(unknown).toEqual([]);
  return decoded.object;
}

function describeGolden(golden: string): void {
  const names = readdirSync(golden)
    .filter((name) => name.endsWith('.pb'))
    .map((name) => name.slice(0, -'.pb'.length));

  describe.each(names)('%s', (name) => {
    const bytes = new Uint8Array(readFileSync(join(golden, `${name}.pb`)));
    const value = parse(readFileSync(join(golden, `${name}.json`), 'utf8'));
    const { message, kind } = kindOf(value as TypeMeta);
    const { apiVersion = '' } = value as TypeMeta;

    it('decodes from protobuf to the same object as from JSON', () => {
      const opened = openEnvelope(bytes);
      if (!opened.ok) throw new Error(opened.message);
      expect(opened.envelope.typeMeta).toEqual({ apiVersion, kind });
      const decoded = decodeProtobuf(message, opened.envelope.raw);
      if (!decoded.ok) throw new Error(decoded.message);
      expect({ ...decoded.object, kind, apiVersion }).toEqual(decode(message, value));
    });

    it('is transcoded from protobuf to the JSON that decoding gives', () => {
      const complete = decode(message, value);
      applyDefaults(message, complete);
      const text = encodeJson(message, complete);
      const typeMeta = { apiVersion, kind };
      const json = transcodeProtobuf(message, typeMeta, encodeProtobuf(message, complete))?.toString();
      // The default behaviour of autoscalers is put together anew: they are left to the decoder.
      expect(json).toBe(kind === 'HorizontalPodAutoscaler' ? undefined : text);
    });

    it('encodes as protobuf byte for byte', () => {
      const sealed = sealEnvelope({ apiVersion, kind }, encodeProtobuf(message, decode(message, value)));
      expect(Buffer.from(sealed).equals(bytes)).toBe(true);
    });

    it('encodes as JSON with every field in its place', () => {
      expect(encodeJson(message, decode(message, value))).toBe(JSON.stringify(value));
    });

    it('reads and writes YAML character by character', () => {
      const yaml = readFileSync(join(golden, `${name}.yaml`), 'utf8');
      const read = parseYaml(yaml);
      if (!read.ok) throw new Error(read.message);
      const object = decode(message, read.documents[0] ?? null);
      expect(object).toEqual(decode(message, value));
      expect(stringifyYaml(parse(encodeJson(message, object)))).toBe(yaml);
    });
  });
}

if (folder === undefined) {
  describe('golden files', () => {
    it.skip('are not here: KEELSON_GOLDEN names no folder of them', () => undefined);
  });
} else {
  describeGolden(folder);
}
