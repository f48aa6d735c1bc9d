/** `keelson convert` as a process: what goes in through a pipe or a file, what comes out, and with which exit code. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const { status, stdout, stderr } = spawnSync(binary, ['convert', ...args], { input, maxBuffer: 2 ** 30 });
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

  it('migrates a folder of versions that are no longer served', () => {
    const manifests = join(folder, 'manifests');
    mkdirSync(join(manifests, 'web'), { recursive: true });
    const meta = { metadata: { name: 'web' } };
    const backend = { serviceName: 'web', servicePort: 80 };
    const old = { apiVersion: 'extensions/v1beta1', kind: 'Ingress', ...meta, spec: { backend } };
    const older = {
      apiVersion: 'networking.k8s.io/v1beta1',
      kind: 'IngressClass',
      ...meta,
      spec: { controller: 'example.com/c' },
    };
    writeFileSync(join(manifests, 'class.yml'), JSON.stringify(older));
    writeFileSync(join(manifests, 'web/ingress.json'), JSON.stringify(old));
    const output = join(folder, 'out');
    const args = [
      '-R',
      '-f',
      manifests,
      '--output-version',
      'networking.k8s.io/v1',
      '-o',
      'yaml',
      '--output-dir',
      output,
    ];
    expect(convert(args)).toMatchObject({ status: 0, errors: '' });
    expect(readFileSync(join(output, 'class.yml'), 'utf8')).toContain('kind: IngressClass\n');
    expect(readFileSync(join(output, 'web/ingress.yaml'), 'utf8')).toContain('apiVersion: networking.k8s.io/v1\n');
    expect(
      convert([
        '-f',
        join(output, 'web/ingress.yaml'),
        '--output-version',
        'extensions/v1beta1',
        '-o',
        'json',
      ]).stdout.toString(),
    ).toContain('"serviceName": "web"');
  });

  it('moves off what the next release removes, and leaves all else as it was', () => {
    const manifests = join(folder, 'mixed');
    mkdirSync(manifests, { recursive: true });
    const pump = 'apiVersion: example.com/v1\nkind: Pump\nspec:\n  size: 1\n';
    const budget = 'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: b}\nspec: {selector: {}}\n';
    writeFileSync(join(manifests, 'all.yaml'), `${pump}---\n${budget}`);
    const output = join(folder, 'moved');
    const { status, errors } = convert(['-R', '-f', manifests, '--next', '1.25', '--output-dir', output]);
    expect(status).toBe(0);
    expect(errors).toMatch(/warning: .*all\.yaml: document 2: spec\.selector: selects nothing in policy\/v1beta1/);
    const [first, second = ''] = readFileSync(join(output, 'all.yaml'), 'utf8').split('---\n');
    expect(first).toBe(pump);
    expect(second).toMatch(/^apiVersion: policy\/v1\nkind: PodDisruptionBudget\n/);
  });

  it('reads what it wrote: several documents, a List, and the List in YAML', () => {
    const several = [1, 2, 3]
      .map((n) => JSON.stringify({ ...configMap, metadata: { name: `c${String(n)}` } }))
      .join('\n---\n');
    const list = convert(['-f', '-', '-o', 'json'], several);
    expect(JSON.parse(list.stdout.toString())).toMatchObject({ kind: 'List', apiVersion: 'v1', items: [{}, {}, {}] });
    expect(list.stdout.toString().endsWith('}\n')).toBe(true);
    const yaml = convert(['-f', '-', '-o', 'yaml'], list.stdout);
    expect(convert(['-f', '-', '-o', 'json'], yaml.stdout).stdout.equals(list.stdout)).toBe(true);
  });

  it('writes all of a large output into a slow pipe, and does not mind one that is closed', () => {
    const file = join(folder, 'large.json');
    const items = Array.from({ length: 300 }, () => ({ ...configMap, data: { key: 'x'.repeat(50_000) } }));
    writeFileSync(file, JSON.stringify({ kind: 'List', apiVersion: 'v1', items }));
    const shell = (pipe: string) =>
      spawnSync('bash', ['-o', 'pipefail', '-c', `"${binary}" convert -f "${file}" | ${pipe}`], { encoding: 'utf8' });
    const slow = shell('(sleep 1; wc -c)');
    expect(slow).toMatchObject({ status: 0, stderr: '' });
    expect(Number(slow.stdout)).toBeGreaterThan(300 * 50_000);
    expect(shell('head -c 10')).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff)],
    ['JSON nested very deep', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
    ['brackets without end', '['.repeat(1_000_000)],
    ['YAML nested very deep', `a: ${'{b: '.repeat(100_000)}`],
    ['unfinished protobuf', Uint8Array.of(0x6b, 0x38, 0x73, 0, 0x0a, 0x7f, 0x0a, 0x02, 0x76)],
    ['nothing at all', ''],
  ])('survives %s with a message and exit code 1', (_title, input) => {
    const { status, stdout, errors } = convert(['-f', '-'], input);
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '' });
    expect(errors).toMatch(/^keelson convert: standard input: .+\n$/);
    expect(errors.length).toBeLessThan(1_000);
  });

  it('prints its help to standard output', () => {
    const { status, stdout, errors } = convert(['--help']);
    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(stdout.toString()).toContain('--output-version');
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
