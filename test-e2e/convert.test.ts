/** `keelson convert` as a process: what goes in through a pipe or a file, what comes out, and with which exit code. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const binary = join(import.meta.dirname, '../bin/keelson');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-convert-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function convert(args: readonly string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(binary, ['convert', ...args], { input });
  return { status, stdout, errors: stderr.toString() };
}

const cronJob = `apiVersion: batch/v1beta1
kind: CronJob
metadata:
  name: nightly
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: main
              image: busybox
`;

const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { key: 'value' } };

describe('keelson convert', () => {
  it('writes an object in another version of its kind', () => {
    const { status, stdout, errors } = convert(['-f', '-', '--output-version', 'batch/v1', '-o', 'json'], cronJob);
    expect(errors).toBe('');
    expect(JSON.parse(stdout.toString())).toMatchObject({
      kind: 'CronJob',
      apiVersion: 'batch/v1',
      metadata: { name: 'nightly' },
      spec: { schedule: '0 3 * * *' },
    });
    expect(status).toBe(0);
  });

  it('goes from JSON to protobuf and back without losing anything', () => {
    const packed = convert(['-f', '-', '-o', 'protobuf'], JSON.stringify(configMap));
    expect(packed.errors).toBe('');
    expect([...packed.stdout.subarray(0, 4)]).toEqual([0x6b, 0x38, 0x73, 0x00]);
    const unpacked = convert(['-f', '-', '-o', 'json'], packed.stdout);
    expect(unpacked.errors).toBe('');
    expect(JSON.parse(unpacked.stdout.toString())).toMatchObject(configMap);
    const again = convert(['-f', '-', '-o', 'protobuf'], unpacked.stdout);
    expect(again.stdout.equals(packed.stdout)).toBe(true);
  });

  it('writes beside the input when it is told a folder', () => {
    const file = join(folder, 'nightly.yaml');
    writeFileSync(file, cronJob);
    const output = mkdtempSync(join(folder, 'out-'));
    const { status, errors } = convert(['-f', file, '--output-version', 'batch/v1', '--output-dir', output]);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(readFileSync(join(output, 'nightly.yaml'), 'utf8')).toContain('apiVersion: batch/v1\n');
  });

  it('names the file it could not read, and fails', () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '{ "kind": ');
    const { status, stdout, errors } = convert(['-f', file]);
    expect(status).toBe(1);
    expect(stdout.toString()).toBe('');
    expect(errors).toContain('broken.json');
  });

  it('tells a wrong command line from a failure', () => {
    const { status, errors } = convert(['-f', '-', '-o', 'xml']);
    expect(status).toBe(2);
    expect(errors).toContain('xml');
  });
});
