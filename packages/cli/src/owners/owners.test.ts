import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { fakeTerminal } from '../testing/fake-terminal.ts';
import { ownersCommand } from './command.ts';

const entry = (manager: string, fieldsV1: object, more: object = {}) => ({
  manager,
  operation: 'Apply',
  apiVersion: 'apps/v1',
  time: '2026-01-02T03:04:05Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
});

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    labels: { app: 'web' },
    managedFields: [
      entry('deployer', {
        'f:metadata': { 'f:labels': { 'f:app': {} } },
        'f:spec': { 'f:containers': { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:image': {} } } },
      }),
      entry('scaler', { 'f:spec': { 'f:replicas': {} } }, { operation: 'Update', subresource: 'scale' }),
    ],
  },
  spec: { replicas: 3, paused: false, containers: [{ name: 'c', image: 'i:1', args: [] }], note: 'x'.repeat(100) },
};

const expected = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web                                       deployer
spec:
  replicas: 3                                      scaler (update of scale)
  paused: false
  containers:
  -                                                deployer
    name: c                                        deployer
    image: "i:1"                                   deployer
    args: []
  note: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…

Managers:
  deployer  applies        as apps/v1  since 2026-01-02T03:04:05Z
  scaler    updates scale  as apps/v1  since 2026-01-02T03:04:05Z
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keelson-owners-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('keelson owners', () => {
  it('prints each field with its managers beside it, and what to do', async () => {
    const terminal = fakeTerminal(JSON.stringify(deployment));
    expect(await ownersCommand.run(['-'], terminal)).toBe(0);
    expect(terminal.out().slice(0, expected.length)).toBe(expected);
    expect(terminal.out()).toContain('--force-conflicts');
  });

  it('prints what is one manager’s, and what that is in', async () => {
    const terminal = fakeTerminal(JSON.stringify(deployment));
    expect(await ownersCommand.run(['--manager', 'scaler', '-'], terminal)).toBe(0);
    expect(terminal.out()).toMatch(/^spec:\n {2}replicas: 3 +scaler \(update of scale\)\n\nManagers:/);
  });

  it('reads files, in YAML too, and the items of lists', async () => {
    const path = join(folder, 'list.yaml');
    await writeFile(path, 'kind: List\nitems:\n- kind: A\n- kind: B\n');
    const terminal = fakeTerminal();
    expect(await ownersCommand.run([path], terminal)).toBe(0);
    expect(terminal.out()).toMatch(/^kind: A\nmetadata: \{\}\n\nNobody is recorded.*kind: B\n/s);
  });

  it('says of each input what is wrong with it, and goes on', async () => {
    const good = join(folder, 'good.json');
    await writeFile(good, JSON.stringify(deployment));
    const bad = join(folder, 'bad.json');
    await writeFile(bad, JSON.stringify({ metadata: { managedFields: [{ operation: 'Nonsense' }] } }));
    const terminal = fakeTerminal();
    expect(await ownersCommand.run([join(folder, 'none'), bad, good], terminal)).toBe(1);
    expect(terminal.errors()).toContain('none: does not exist');
    expect(terminal.errors()).toContain('bad.json: its managedFields cannot be read: operation must be');
    expect(terminal.out()).toContain('kind: Deployment');
  });

  it('needs to be told what to read', async () => {
    await expect(ownersCommand.run([], fakeTerminal())).rejects.toThrow('name a file or the URL of an object');
    await expect(ownersCommand.run(['--nonsense', '-'], fakeTerminal())).rejects.toThrow('nonsense');
  });

  it('gives credentials to the server that they are for alone', async () => {
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(
      kubeconfig,
      JSON.stringify({
        'current-context': 'a',
        contexts: [{ name: 'a', context: { cluster: 'b', user: 'c' } }],
        clusters: [{ name: 'b', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [{ name: 'c', user: { token: 'secret' } }],
      }),
    );
    const terminal = fakeTerminal('', { KUBECONFIG: kubeconfig });
    expect(await ownersCommand.run(['https://elsewhere.example/api/v1/nodes/a'], terminal)).toBe(1);
    expect(terminal.errors()).toContain('is not on https://127.0.0.1:1, the server of the kubeconfig');
    expect(await ownersCommand.run(['/api/v1/nodes/a'], fakeTerminal('', { KUBECONFIG: join(folder, 'no') }))).toBe(1);
  });
});
