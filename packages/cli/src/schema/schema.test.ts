import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-schema-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('keelson schema', () => {
  it('writes a file for each package of protobuf', async () => {
    const terminal = fakeTerminal();
    expect(await run(['schema', '--proto', join(folder, 'out')], terminal)).toBe(0);
    const text = readFileSync(join(folder, 'out/io/k8s/api/batch/v1.proto'), 'utf8');
    expect(text).toMatch(/^syntax = "proto2";\n\npackage io\.k8s\.api\.batch\.v1;\n/);
    expect(text).toContain('  optional int64 startingDeadlineSeconds = 2;\n');
    expect(terminal.out()).toBe(`54 files in ${join(folder, 'out')}\n`);
  });

  it('writes a JSON Schema for each kind', async () => {
    expect(await run(['schema', '--json', folder], fakeTerminal())).toBe(0);
    const schema = JSON.parse(readFileSync(join(folder, 'deployment-apps-v1.json'), 'utf8')) as Record<string, unknown>;
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { apiVersion: { const: 'apps/v1' }, kind: { const: 'Deployment' } },
    });
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['pod-v1.json', 'ingress-networking-v1.json']));
  });

  it('asks a server for the kinds that it serves', async () => {
    const Widget = {
      type: 'object',
      properties: { size: { type: 'integer', nullable: true }, port: { 'x-kubernetes-int-or-string': true } },
      'x-kubernetes-group-version-kind': [{ group: 'example.org', version: 'v1', kind: 'Widget' }],
    };
    const pages: Readonly<Record<string, unknown>> = {
      '/openapi/v3': {
        paths: { 'apis/example.org/v1': { serverRelativeURL: '/openapi/v3/apis/example.org/v1?hash=1' } },
      },
      '/openapi/v3/apis/example.org/v1?hash=1': { components: { schemas: { 'org.example.v1.Widget': Widget } } },
    };
    const server = createServer(({ url = '' }, response) => response.end(JSON.stringify(pages[url])));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const config = join(folder, 'config');
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    writeFileSync(
      config,
      `{current-context: a, contexts: [{name: a, context: {cluster: a, user: a}}], clusters: [{name: a, cluster: {server: "${address}"}}], users: [{name: a, user: {}}]}`,
    );
    const args = ['schema', '--json', join(folder, 'out'), '--from-server', '--kubeconfig', config];
    const code = await run(args, fakeTerminal());
    await new Promise((resolve) => server.close(resolve));
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'out/widget-example-v1.json'), 'utf8'))).toMatchObject({
      properties: { size: { type: ['integer', 'null'] }, port: { type: ['integer', 'string', 'null'] } },
    });
  });

  it.each([
    [[], 'say what to write, and where: --proto FOLDER or --json FOLDER'],
    [['--proto', 'a', '--json', 'b'], 'say what to write, and where: --proto FOLDER or --json FOLDER'],
    [['--proto', 'a', '--strict'], '--strict is for --json'],
  ])('does not understand %j', async (args, message) => {
    const terminal = fakeTerminal();
    expect(await run(['schema', ...args], terminal)).toBe(2);
    expect(terminal.errors()).toContain(message);
  });

  it('says what it could not write', async () => {
    writeFileSync(join(folder, 'file'), '');
    const terminal = fakeTerminal();
    expect(await run(['schema', '--json', join(folder, 'file')], terminal)).toBe(1);
    expect(terminal.errors()).toContain('keelson schema: ');
  });
});
