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
    [['compare'], 2, 'say what to do: check OLD NEW, or notes OLD NEW'],
    [['notes', '1.22'], 2, 'name two releases: notes OLD NEW'],
    [['notes', '1.22', '1.99'], 2, '1.99 is a release of the future; choose one from 1.15 to 1.26'],
    [['notes', '1.22', '1.21'], 2, '1.21 is not later than 1.22: say the older release first'],
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

describe('keelson lifecycle notes', () => {
  it('begins with what requires action, and says what to do', async () => {
    const { code, out } = await check('notes', '1.21', '1.22');
    expect(code).toBe(0);
    const [title, , first, , ...rest] = out.split('\n');
    expect([title, first]).toEqual(['# From 1.21 to 1.22', '## Action required']);
    expect(rest).toContain('- 1.22: `extensions/v1beta1` Ingress is no longer served; use `networking.k8s.io/v1`.');
    expect(rest).toContain('  - `spec.backend` is called `spec.defaultBackend`.');
    expect(rest).toContain('## Other changes');
  });
});
