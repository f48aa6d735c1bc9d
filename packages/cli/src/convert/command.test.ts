import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { run } from '../run.ts';
import { fakeTerminal } from '../testing/fake-terminal.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keelson-cli-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** With standard input as the only input, unless the arguments name another. */
async function convert(args: readonly string[], input: string | Uint8Array = '') {
  const terminal = fakeTerminal(input);
  const inputs = args.includes('-f') ? [] : ['-f', '-'];
  const code = await run(['convert', ...inputs, ...args], terminal);
  return { code, out: terminal.out(), bytes: terminal.outBytes(), errors: terminal.errors() };
}

const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { key: 'value' },
});
const json = (value: unknown) => JSON.stringify(value);

describe('formats', () => {
  it('writes as it read: indented JSON, YAML, protobuf', async () => {
    const asJson = await convert([], json(configMap('a')));
    expect(asJson.out).toBe(
      '{\n  "kind": "ConfigMap",\n  "apiVersion": "v1",\n  "metadata": {\n    "name": "a",\n    "creationTimestamp": null\n  },\n' +
        '  "data": {\n    "key": "value"\n  }\n}\n',
    );
    const asYaml = await convert([], 'kind: ConfigMap\napiVersion: v1\nmetadata: { name: a }\n');
    expect(asYaml.out).toBe('apiVersion: v1\nkind: ConfigMap\nmetadata:\n  creationTimestamp: null\n  name: a\n');
    const packed = await convert(['-o', 'protobuf'], asJson.out);
    const again = await convert([], packed.bytes);
    expect(Buffer.from(again.bytes).equals(Buffer.from(packed.bytes))).toBe(true);
    expect((await convert(['-o', 'json'], packed.bytes)).out).toBe(asJson.out);
  });

  it('keeps numbers that have no exact double', async () => {
    const role = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'a' }, value: 5 };
    const text = json(role).replace('"name":"a"', '"name":"a","generation":9223372036854775807');
    const packed = await convert(['-o', 'protobuf'], text);
    expect((await convert(['-o', 'json'], packed.bytes)).out).toContain('"generation": 9223372036854775807');
  });

  it('joins several objects: one List in JSON, documents in YAML, and refuses in protobuf', async () => {
    const input = `${json(configMap('a'))}\n${json(configMap('b'))}`;
    const asJson = await convert([], input);
    expect(JSON.parse(asJson.out)).toMatchObject({
      kind: 'List',
      apiVersion: 'v1',
      items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
    });
    const asYaml = await convert(['-o', 'yaml'], input);
    expect(asYaml.out.split('---\n')).toHaveLength(2);
    expect((await convert(['-o', 'json'], asYaml.out)).out).toBe(asJson.out);
    expect(await convert(['-o', 'protobuf'], input)).toMatchObject({ code: 1, out: '' });
  });

  it('takes a List through protobuf', async () => {
    const list = { kind: 'List', apiVersion: 'v1', metadata: {}, items: [configMap('a')] };
    const packed = await convert(['-o', 'protobuf'], json(list));
    expect(packed.errors).toBe('');
    expect(JSON.parse((await convert(['-o', 'json'], packed.bytes)).out)).toMatchObject(list);
  });
});

describe('versions', () => {
  const ingress = {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    metadata: { name: 'web' },
    spec: { backend: { serviceName: 'front', servicePort: 'http' } },
  };

  it('reads what is no longer served', async () => {
    const { code, out } = await convert(['--output-version', 'networking.k8s.io/v1'], json(ingress));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      apiVersion: 'networking.k8s.io/v1',
      spec: { defaultBackend: { service: { name: 'front', port: { name: 'http' } } } },
    });
  });

  it('converts the items of a List and those of typed lists', async () => {
    const mixed = { kind: 'List', apiVersion: 'v1', items: [ingress] };
    const typed = {
      kind: 'IngressList',
      apiVersion: 'extensions/v1beta1',
      items: [{ ...ingress, kind: undefined, apiVersion: undefined }],
    };
    const defaultBackend = { service: { name: 'front', port: { name: 'http' } } };
    const version = ['--output-version', 'networking.k8s.io/v1'];
    expect(JSON.parse((await convert(version, json(mixed))).out)).toMatchObject({
      items: [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', spec: { defaultBackend } }],
    });
    const { items, ...list } = JSON.parse((await convert(version, json(typed))).out) as { items: object[] };
    expect(list).toMatchObject({ apiVersion: 'networking.k8s.io/v1', kind: 'IngressList' });
    expect(items).toMatchObject([{ spec: { defaultBackend } }]);
    expect(items[0]).not.toHaveProperty('kind');
  });

  it('tells what the other version cannot hold', async () => {
    const both = { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'web' } };
    const port = { name: 'http', number: 80 };
    const input = json({ ...both, spec: { defaultBackend: { service: { name: 'front', port } } } });
    const { code, errors } = await convert(['--output-version', 'networking.k8s.io/v1beta1'], input);
    expect(code).toBe(0);
    expect(errors).toBe(
      'keelson convert: warning: standard input: spec.defaultBackend.service.port.number cannot be kept as it is in networking.k8s.io/v1beta1\n',
    );
    expect(
      (await convert(['--output-version', 'networking.k8s.io/v1beta1', '--field-validation', 'ignore'], input)).errors,
    ).toBe('');
  });

  it('says which versions there are when the wanted one is not among them', async () => {
    const { code, errors } = await convert(['--output-version', 'networking.k8s.io/v7'], json(ingress));
    expect(code).toBe(1);
    expect(errors).toContain('Ingress has no version networking.k8s.io/v7; there is networking.k8s.io/v1');
    expect(
      (await convert(['--output-version', 'v2'], json({ kind: 'Scale', apiVersion: 'autoscaling/v1' }))).errors,
    ).toContain('Scale of autoscaling/v1 has no other version');
  });

  it('follows the domain', async () => {
    const role = { kind: 'ClusterRole', apiVersion: 'rbac.authorization.example.org/v1beta1', metadata: { name: 'a' } };
    const version = ['--output-version', 'rbac.authorization.example.org/v1'];
    expect((await convert([...version, '--domain', 'example.org'], json(role))).code).toBe(0);
    expect((await convert(version, json(role))).errors).toContain(
      'no kind "ClusterRole" is known in rbac.authorization.example.org/v1beta1',
    );
  });
});

describe('field validation', () => {
  const input = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","name":"b"},"dta":{}}';

  it('refuses unknown and duplicate fields, unless told otherwise', async () => {
    const { code, out, errors } = await convert([], input);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toContain('duplicate field "metadata.name"');
    expect(errors).toContain('unknown field "dta"');
  });

  it('drops them with a warning, or without', async () => {
    const warned = await convert(['--field-validation', 'Warn'], input);
    expect(warned.code).toBe(0);
    expect(warned.errors.match(/warning/g)).toHaveLength(2);
    expect(JSON.parse(warned.out)).toMatchObject({ metadata: { name: 'b' } });
    expect(await convert(['--field-validation', 'Ignore'], input)).toMatchObject({ code: 0, errors: '' });
  });

  it('names the item of a List', async () => {
    const list = { kind: 'List', apiVersion: 'v1', items: [configMap('a'), { ...configMap('b'), nope: 1 }] };
    expect((await convert([], json(list))).errors).toContain('items[1]: unknown field "nope"');
  });
});

describe('bad input', () => {
  const cases: readonly (readonly [title: string, input: string | Uint8Array, complaint: string])[] = [
    ['nothing', '', 'holds no object'],
    ['only comments', '# nothing\n---\n# here\n', 'holds no object'],
    ['no kind', '{"apiVersion":"v1"}', 'kind is missing'],
    ['no apiVersion', 'kind: Pod\n', 'apiVersion is missing'],
    ['a list at the top', '[]', 'kind is missing'],
    ['an unknown kind', '{"apiVersion":"v1","kind":"Pood"}', 'no kind "Pood" is known in v1'],
    ['an unknown version', '{"apiVersion":"batch/v3","kind":"Job"}', 'that group has it in v1'],
    ['a wrong type', '{"apiVersion":"v1","kind":"ConfigMap","data":5}', 'data'],
    ['unfinished JSON', '{"kind": ', 'end'],
    ['deep JSON', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'exceeded max depth'],
    ['deeper JSON', '['.repeat(200_000), ''],
    ['invalid UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'invalid UTF-8 at byte 1'],
    ['unfinished protobuf', Uint8Array.of(0x6b, 0x38, 0x73, 0x00, 0x0a, 0x7f, 0x0a), ''],
    ['a bare magic', Uint8Array.of(0x6b, 0x38, 0x73, 0x00), 'kind is missing'],
    ['unbalanced YAML', 'a: [b\n', 'line'],
    ['deep YAML', `a: ${'['.repeat(200_000)}`, 'nested more than 500 levels deep'],
    [
      'YAML deep by indentation',
      Array.from({ length: 1_500 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join(''),
      'nested',
    ],
  ];

  it.each(cases)('complains about %s', async (_title, input, complaint) => {
    const { code, out, errors } = await convert([], input);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toMatch(/^keelson convert: standard input: ./);
    expect(errors).toContain(complaint);
  });

  it('refuses YAML whose aliases explode, in no time', async () => {
    const levels = 'b c d e f g h i j k'
      .split(' ')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefghij'[index] ?? ''},`.repeat(10)}]`);
    const start = process.cpuUsage();
    const { code, errors } = await convert([], `a: &a [x,x,x,x,x,x,x,x,x,x]\n${levels.join('\n')}\n`);
    expect(code).toBe(1);
    expect(errors).toContain('alias');
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
  });

  it('takes __proto__ and constructor for keys like any other', async () => {
    const input = '{"apiVersion":"v1","kind":"ConfigMap","data":{"__proto__":"a","constructor":"b"}}';
    const { code, out } = await convert([], input);
    expect(code).toBe(0);
    expect(out).toContain('"__proto__": "a"');
    expect((await convert(['-o', 'yaml'], out)).out).toContain('__proto__: a');
    expect((await convert([], input.replace('"data"', '"__proto__"'))).errors).toContain('unknown field "__proto__"');
  });
});

describe('files', () => {
  it('reads folders, and those below them when asked', async () => {
    put('a.yaml', json(configMap('a')));
    put('notes.txt', 'nothing');
    mkdirSync(join(folder, 'sub'));
    put('sub/b.json', json(configMap('b')));
    symlinkSync(join(folder, 'a.yaml'), join(folder, 'link.yml'));
    symlinkSync(join(folder, 'sub'), join(folder, 'folder.json'));
    expect((await convert(['-f', folder, '-o', 'yaml'])).out.match(/name: a/g)).toHaveLength(2);
    expect((await convert(['-R', '-f', folder, '-o', 'yaml'])).out.match(/name: (a|b)/g)).toHaveLength(3);
  });

  it('converts what it can and complains about the rest', async () => {
    const good = put('good.json', json(configMap('a')));
    const bad = put('bad.json', '{');
    const { code, out, errors } = await convert(['-f', bad, '-f', good, '-f', join(folder, 'none.json')]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject(configMap('a'));
    expect(errors).toContain(`${bad}: `);
    expect(errors).toContain(`${join(folder, 'none.json')}: does not exist`);
  });

  it('writes nothing of a file that it cannot convert whole', async () => {
    const { code, out, errors } = await convert(
      [],
      'kind: ConfigMap\napiVersion: v1\n---\nkind: Nope\napiVersion: v1\n',
    );
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errors).toContain('standard input: document 2: ');
  });

  it('writes a file per input, and no other', async () => {
    mkdirSync(join(folder, 'in/sub'), { recursive: true });
    put('in/a.yaml', json(configMap('a')));
    put('in/sub/b.yml', `kind: ConfigMap\napiVersion: v1\n`);
    const out = join(folder, 'out');
    const { code, errors, out: printed } = await convert(['-R', '-f', join(folder, 'in'), '--output-dir', out]);
    expect({ code, errors, printed }).toEqual({ code: 0, errors: '', printed: '' });
    expect(readdirSync(out, { recursive: true }).sort()).toEqual(['a.json', 'sub', 'sub/b.yml']);
    await convert(['--output-dir', out, '-o', 'protobuf'], json(configMap('c')));
    expect(readdirSync(out)).toContain('stdin.pb');
  });

  it('overwrites no output of its own', async () => {
    for (const name of ['one', 'two']) mkdirSync(join(folder, name));
    const first = put('one/a.json', json(configMap('first')));
    const second = put('two/a.json', json(configMap('second')));
    const out = join(folder, 'out');
    const { code, errors } = await convert(['-f', first, '-f', second, '--output-dir', out]);
    expect(code).toBe(1);
    expect(errors).toContain(`${second}: would be written to ${join(out, 'a.json')}, where ${first} is already`);
    expect(readFileSync(join(out, 'a.json'), 'utf8')).toContain('first');
  });

  it('says why it cannot write, and leaves nothing half done', async () => {
    const file = put('file', '');
    const { code, errors } = await convert(['--output-dir', join(file, 'out')], json(configMap('a')));
    expect(code).toBe(1);
    expect(errors).toContain('cannot be written: a part of the path is a file, not a folder');
    mkdirSync(join(folder, 'out/stdin.json'), { recursive: true });
    expect((await convert(['--output-dir', join(folder, 'out')], json(configMap('a')))).errors).toContain(
      'there is a folder of that name',
    );
    expect(readdirSync(join(folder, 'out'))).toEqual(['stdin.json']);
  });
});

describe('the command line', () => {
  const mistakes: readonly (readonly [string, readonly string[], string])[] = [
    ['no input', [], 'name at least one input'],
    ['an unknown option', ['-f', 'a', '--nope'], '--nope'],
    ['an unknown format', ['-f', 'a', '-o', 'xml'], 'json, yaml and protobuf'],
    ['an unknown way to validate', ['-f', 'a', '--field-validation', 'Maybe'], 'Strict, Warn and Ignore'],
    ['a version that is none', ['-f', 'a', '--output-version', 'a/b/c'], 'GROUP/VERSION'],
    ['standard input twice', ['-f', '-', '-f', '-'], 'only once'],
  ];

  it.each(mistakes)('is refused with %s', async (_title, args, complaint) => {
    const terminal = fakeTerminal();
    expect(await run(['convert', ...args], terminal)).toBe(2);
    expect(terminal.errors()).toContain(complaint);
    expect(terminal.errors()).toContain("See 'keelson convert --help'.");
  });

  it('explains itself on standard output', async () => {
    for (const args of [
      ['convert', '--help'],
      ['convert', '-f', 'x', '-h'],
      ['help', 'convert'],
    ]) {
      const terminal = fakeTerminal();
      expect(await run(args, terminal)).toBe(0);
      expect(terminal.out()).toContain('Usage: keelson convert -f FILE...');
    }
  });
});
