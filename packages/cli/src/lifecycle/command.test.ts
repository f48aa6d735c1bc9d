import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'keelson-lifecycle-'));
afterAll(() => rmSync(folder, { recursive: true }));

const definition = (properties: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: Pump}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, properties: ${properties}}}}
`;

function put(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function check(...args: string[]) {
  const terminal = fakeTerminal();
  const code = await run(['lifecycle', ...args], terminal);
  return { code, out: terminal.out(), error: terminal.errors() };
}

describe('keelson lifecycle check', () => {
  const old = put('old.yaml', definition('{depth: {type: integer}}'));

  it('is quiet where all rules are kept', async () => {
    const next = put('kept.yaml', definition('{depth: {type: integer}, width: {type: integer}}'));
    expect(await check('check', old, next)).toEqual({ code: 0, out: '', error: '' });
  });

  it('tells which rule is broken, with exit code 1', async () => {
    const next = put('broken.yaml', definition('{depth: {type: string}}'));
    expect(await check('check', old, next)).toMatchObject({
      code: 1,
      out: 'rule 1: example.org/v1 Pump: depth changes its type from integer to string\n',
    });
  });

  it('takes several definitions in one file', async () => {
    const next = put('two.yaml', `${definition('{}')}---\n${definition('{}').replace('Pump', 'Valve')}`);
    expect((await check('check', next, next)).code).toBe(0);
  });

  it.each([
    [['compare'], 2, 'say what to do: check OLD NEW'],
    [['check', 'one'], 2, 'name two files: check OLD NEW'],
    [['check', join(folder, 'none'), join(folder, 'none')], 1, 'no such file'],
    [
      ['check', put('pod.yaml', 'kind: Pod'), old],
      1,
      'it is neither an OpenAPI document nor a CustomResourceDefinition',
    ],
  ])('refuses %j', async (args, code, message) => {
    const refused = await check(...args);
    expect(refused.code).toBe(code);
    expect(refused.error).toContain(message);
  });
});
