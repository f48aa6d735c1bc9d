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

  it('takes the releases in between, with their dates', async () => {
    const version = (line: string) =>
      `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.org
  names: {kind: Pump}
  versions:
  - {name: v1, served: true, storage: true}
${line}
`;
    const first = put('first.yaml', version('  - {name: v1beta1, served: true, storage: false}'));
    const second = put('second.yaml', version('  - {name: v1beta1, served: true, storage: false, deprecated: true}'));
    const third = put('third.json', JSON.stringify({ kind: 'List', items: [] }));
    const last = put('last.yaml', version(''));
    const early = await check('check', `${first}@2023-01-01`, `${second}@2023-02-01`, `${last}@2023-03-01`);
    expect(early).toEqual({
      code: 1,
      out: `rule 4a: ${last}: example.org/v1beta1 Pump is removed too early: it was deprecated in ${second}, and works for nine months and three releases after that\n`,
      error: '',
    });
    const untold = await check('check', second, last);
    expect([untold.code, untold.out]).toEqual([0, '']);
    expect(untold.error).toContain('how long example.org/v1beta1 Pump was deprecated is not told');
    expect((await check('check', first, third)).error).toContain('it describes no version of a kind');
  });

  it('reads what a file says of limits, in YAML and JSON', async () => {
    const wide = put('wide.yaml', definition('{a: {type: string, maxLength: 10}}'));
    const narrow = put('narrow.yaml', definition('{a: {type: string, maxLength: 5}}'));
    expect((await check('check', wide, narrow)).out).toBe(
      'rule 1: example.org/v1 Pump: a changes its maxLength from 10 to 5\n',
    );
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
    [['check', 'one@2023-01-01', 'two'], 2, 'say the date of each file, as FILE@2022-05-03, or of none'],
    [['check', 'one@2023-02-30', 'two@2024-01-01'], 2, '2023-02-30 is no day'],
    [['check', 'one@2023-02-03', 'two@2023-02-01'], 2, '2023-02-01 is before 2023-02-03: say the oldest release first'],
    [['check', '--strict', 'one', 'two'], 2, 'unknown flag --strict; check takes files alone'],
    [['notes', '1.22', '1.23', '1.24'], 2, 'name two releases: notes OLD NEW'],
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
