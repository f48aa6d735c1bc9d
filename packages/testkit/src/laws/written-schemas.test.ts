/** The schemas that are written for other languages, held against objects that another implementation wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import {
  definitionsOf,
  jsonSchemasOf,
  kindsOfMessages,
  openapiV3,
  openEnvelope,
  printProtoFiles,
} from '@keelson/schema';
import type { TypeMeta } from '@keelson/schema';
import { checkWithJsonSchema, readProtoFiles } from '@keelson/schema/testing';

import { scheme } from './every-kind.ts';

const kinds = [...scheme.kinds()];
const messages = kinds.map(({ message }) => message);
const reader = readProtoFiles(printProtoFiles(messages));
const definitions = definitionsOf(messages, openapiV3, { kindsOf: kindsOfMessages(kinds) });
const schemas = jsonSchemasOf(definitions, { isStrict: true });

function nameOf({ apiVersion = '', kind = '' }: TypeMeta): string {
  const known = kinds.find((each) => each.kind === kind && apiVersion === join(each.group, each.version));
  if (known === undefined) throw new Error(`${apiVersion} ${kind} is not declared`);
  return known.message.name.replaceAll('-', '_');
}

function schemaOf({ apiVersion = '', kind = '' }: TypeMeta): object {
  const [group = '', version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const file = [kind.toLowerCase(), ...(group === '' ? [] : [group.split('.', 1)[0]]), version].join('-');
  const found = schemas.find(({ path }) => path === `${file}.json`);
  if (found === undefined) throw new Error(`there is no ${file}.json`);
  return found.schema;
}

describe('the written .proto files', () => {
  it('name each package in its path, and each message once', () => {
    const files = printProtoFiles(messages);
    const packages = files.map(({ path, text }) => [path, /^package (.*);$/m.exec(text)?.[1]]);
    for (const [path, name = ''] of packages) expect(path).toBe(`${name.replaceAll('.', '/')}.proto`);
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
  });

  it('import one another without cycles, which compilers refuse', () => {
    const imports = new Map(
      printProtoFiles(messages).map(({ path, text }) => [
        path,
        [...text.matchAll(/^import "(.*)";$/gm)].map(([, to]) => to),
      ]),
    );
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) throw new Error([...trail, path].join(' imports '));
      for (const next of imports.get(path) ?? []) visit(next ?? '', [...trail, path]);
    };
    for (const path of imports.keys()) visit(path, []);
  });
});

describe('the written JSON Schemas', () => {
  it('are complete in themselves, and schemas', () => {
    for (const { path, schema } of schemas) expect([path, checkWithJsonSchema(schema, {})]).toBeDefined();
  });

  it('refuse what a kind does not have', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 1 }, dota: {} };
    expect(checkWithJsonSchema(schemaOf(object), object)).toEqual([
      ' must NOT have additional properties',
      '/data/a must be string,null',
    ]);
  });

  it('take numbers and texts where the API does, and null for what is not set', () => {
    const container = { name: 'a', resources: { limits: { cpu: 1, memory: '1Gi' } } };
    const object = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { creationTimestamp: null },
      spec: { containers: [container] },
    };
    expect(checkWithJsonSchema(schemaOf(object), object)).toEqual([]);
  });
});

const folder = process.env['KEELSON_GOLDEN'];

function describeGolden(golden: string): void {
  const names = readdirSync(golden)
    .filter((name) => name.endsWith('.pb'))
    .map((name) => name.slice(0, -'.pb'.length));

  describe.each(names)('%s', (name) => {
    const value = JSON.parse(readFileSync(join(golden, `${name}.json`), 'utf8')) as TypeMeta;

    it('is read whole by the .proto files', () => {
      const opened = openEnvelope(new Uint8Array(readFileSync(join(golden, `${name}.pb`))));
      if (!opened.ok) throw new Error(opened.message);
      const { raw } = opened.envelope;
      expect(Buffer.from(reader.rewrite(nameOf(value), raw)).equals(raw)).toBe(true);
      expect(reader.decode(nameOf(value), raw)).toMatchObject({ metadata: { name: 'nameValue' } });
    });

    it('keeps its JSON Schema, but for values that are made up where only some are allowed', () => {
      const madeUp = / must (be equal to one of the allowed values|be null|match a schema in anyOf)$/;
      expect(checkWithJsonSchema(schemaOf(value), value).filter((line) => !madeUp.test(line))).toEqual([]);
    });
  });
}

if (folder === undefined) {
  describe('golden objects', () => {
    it.skip('are not here: KEELSON_GOLDEN names no folder of them', () => undefined);
  });
} else {
  describeGolden(folder);
}
