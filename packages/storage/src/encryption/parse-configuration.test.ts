import { inspect } from 'node:util';

import { describe, expect, it } from '@jest/globals';

import { parseEncryptionConfiguration } from './parse-configuration.ts';

const secret16 = Buffer.alloc(16, 7).toString('base64');
const secret32 = Buffer.alloc(32, 9).toString('base64');

const full = `
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
  - resources: [secrets, configmaps, pandas.awesome.example.com]
    providers:
      - aesgcm:
          keys:
            - {name: key2, secret: ${secret32}}
            - {name: key1, secret: ${secret16}}
      - aescbc: {keys: [{name: key1, secret: ${secret16}}]}
      - secretbox:
          keys:
            - name: key1
              secret: |
                ${secret32}
      - identity: {}
  - resources: ['*.apps', '*.']
    providers: [{identity: {}}]
  - resources: ['*.*']
    providers: [{secretbox: {keys: [{name: other, secret: ${secret32}}]}}]
`;

/** A line for each rule: its resources, and its providers with the name, filling and length of each secret. */
function shapeOf(text: string): string[] {
  const result = parseEncryptionConfiguration(text);
  if (!result.ok) throw new Error(inspect(result.issues));
  return result.configuration.rules.map((rule) => {
    const providers = rule.providers.flatMap((each) => {
      if (each.provider === 'identity') return ['identity'];
      return each.secrets.map(({ name, secret }) => {
        const bytes = secret.export();
        return `${each.provider}/${name}=${[...new Set(bytes)].join()}*${bytes.byteLength}`;
      });
    });
    return `${rule.resources.map((pattern) => pattern.text).join(' ')}: ${providers.join(' ')}`;
  });
}

/** The issues as lines, after making sure that none holds a secret. */
function issuesOf(text: string, options?: { domain: string }): string[] {
  const result = parseEncryptionConfiguration(text, options);
  if (result.ok) return [];
  const lines = result.issues.map(({ path, message }) => `${path}: ${message}`);
  for (const secret of [secret16, secret32]) expect(lines.join()).not.toContain(secret.slice(0, 6));
  return lines;
}

const providers = (yaml: string): string => `
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- resources: [secrets]
  providers: ${yaml}
`;

const keys = (yaml: string): string => providers(`[{aesgcm: {keys: ${yaml}}}]`);

describe('An encryption configuration', () => {
  it('is read with its rules, providers and secrets in order', () => {
    expect(shapeOf(full)).toEqual([
      'secrets configmaps pandas.awesome.example.com: aesgcm/key2=9*32 aesgcm/key1=7*16 aescbc/key1=7*16 secretbox/key1=9*32 identity',
      '*.apps *.: identity',
      '*.*: secretbox/other=9*32',
    ]);
  });

  it('may be JSON', () => {
    const json = JSON.stringify({
      kind: 'EncryptionConfiguration',
      apiVersion: 'apiserver.config.k8s.io/v1',
      resources: [{ resources: ['secrets'], providers: [{ identity: {} }] }],
    });
    expect(issuesOf(json)).toEqual([]);
  });

  it('has the group of the domain', () => {
    const text = full.replace('k8s.io', 'example.org');
    expect(issuesOf(text, { domain: 'example.org' })).toEqual([]);
    expect(issuesOf(text)).toEqual(['apiVersion: has to be apiserver.config.k8s.io/v1']);
  });

  it('does not show its secrets when it is printed', () => {
    const result = parseEncryptionConfiguration(full);
    const printed = inspect(result, { depth: 20 }) + JSON.stringify(result);
    expect(printed).not.toContain(secret32.slice(0, 6));
    expect(printed).not.toContain('0909');
    expect(printed).not.toContain('9, 9');
  });

  it('reports everything that is wrong at once, each with its path', () => {
    const text = `
apiVersion: v1
kind: EncryptionConfig
resources:
- resources: ['*', secrets/status]
  providers:
  - {}
  - {aesgcm: {keys: []}}
  - {aescbc: {keys: [{name: a, secret: ${secret32}}]}, identity: {}}
- resources: []
- providers: [{rot13: {}}]
`;
    expect(issuesOf(text)).toEqual([
      'apiVersion: has to be apiserver.config.k8s.io/v1',
      'kind: has to be EncryptionConfiguration',
      'resources[0].resources[0]: write *.* for everything, or *. for the core group',
      'resources[0].resources[1]: subresources are stored with their resource: name that one alone',
      'resources[0].providers[0]: has to have one of aesgcm, aescbc, secretbox, identity',
      'resources[0].providers[1].aesgcm.keys: has to be a list of at least one key',
      'resources[0].providers[2]: has more than one provider: make each an item of its own',
      'resources[1].resources: has to be a list of at least one resource',
      'resources[1].providers: has to be a list of at least one provider',
      'resources[2].resources: has to be a list of at least one resource',
      'resources[2].providers[0]: has a field "rot13": known are aesgcm, aescbc, secretbox, identity',
    ]);
  });

  it.each(['', '[]', 'just text', '1', 'null', `${full}\n---\n${full}`, 'a: [', 'a: 1\na: 2'])(
    'is nothing but one document with a map: %j',
    (text) => expect(issuesOf(text)).toHaveLength(1),
  );

  it('tells the line where the file is not YAML, and no more', () => {
    expect(issuesOf(`kind: x\nsecret: "${secret32}" !!binary ${secret32} *nobody\n`)).toEqual([
      ': the file is not well-formed YAML (line 2)',
    ]);
  });

  it('refuses secrets that are no base64 or of another length', () => {
    expect(issuesOf(keys('[{name: a, secret: "!!!!"}]'))[0]).toMatch(/keys\[0\]\.secret: is not base64/);
    expect(issuesOf(keys('[{name: a, secret: abc}]'))[0]).toMatch(/is not base64/);
    expect(issuesOf(keys('[{name: a, secret: AAAA}]'))[0]).toMatch(/has 3 bytes, aesgcm needs 16 or 24 or 32/);
    expect(issuesOf(providers(`[{secretbox: {keys: [{name: a, secret: ${secret16}}]}}]`))[0]).toMatch(
      /has 16 bytes, secretbox needs 32: make one with: head -c 32/,
    );
    expect(issuesOf(keys('[{name: a, secret: 12345678}]'))[0]).toMatch(/has to be a text/);
    expect(issuesOf(keys('[{name: a}]'))).toEqual(['resources[0].providers[0].aesgcm.keys[0].secret: is required']);
  });

  it('refuses names that could not stand in front of a value', () => {
    for (const name of ['""', '"a:b"', '"a\\nb"', `"${'x'.repeat(201)}"`, '7', 'null']) {
      expect(issuesOf(keys(`[{name: ${name}, secret: ${secret32}}]`))[0]).toMatch(/keys\[0\]\.name: /);
    }
  });

  it('refuses a name or identity that is there twice, since a value tells no more than the name', () => {
    const twice = `[{name: a, secret: ${secret32}}, {name: a, secret: ${secret16}}]`;
    expect(issuesOf(keys(twice))).toEqual([
      'resources[0].providers: has the name "a" for a key of aesgcm twice: keep one',
    ]);
    const one = `{aescbc: {keys: [{name: a, secret: ${secret32}}]}}`;
    expect(issuesOf(providers(`[${one}, ${one}]`))).toHaveLength(1);
    expect(issuesOf(providers('[{identity: {}}, {identity: {}}]'))).toEqual([
      'resources[0].providers: has identity twice: keep one',
    ]);
  });

  it('refuses a resource that an earlier one covers, since its providers would never be used', () => {
    const two = (first: string, second: string): string => `
apiVersion: apiserver.config.k8s.io/v1
kind: EncryptionConfiguration
resources:
- {resources: ['${first}'], providers: [{identity: {}}]}
- {resources: ['${second}'], providers: [{identity: {}}]}
`;
    expect(issuesOf(two('*.*', 'secrets'))).toEqual([
      'resources[1].resources[0]: would have no effect, *.* at resources[0].resources[0] covers it: remove it, or put the narrower rule first',
    ]);
    expect(issuesOf(two('secrets', 'secrets'))).toHaveLength(1);
    expect(issuesOf(two('secrets', '*.*'))).toEqual([]);
  });

  it('says of kms what to use instead', () => {
    expect(issuesOf(providers('[{kms: {name: x, endpoint: unix:///x}}]'))[0]).toMatch(
      /providers\[0\]\.kms: is not supported: use/,
    );
  });

  it('shows nothing of a secret that stands in a wrong place', () => {
    issuesOf(keys(`[{name: a, ${secret32}: secret}]`));
    issuesOf(keys(`[${secret32}]`));
    issuesOf(keys(secret32));
    issuesOf(providers(`[{aesgcm: ${secret32}}]`));
    issuesOf(`kind: ${secret32}\napiVersion: ${secret32}\n`);
  });

  it('takes __proto__ for a field that is not known', () => {
    expect(issuesOf(`${providers('[{identity: {}}]')}\n__proto__: {a: 1}\n`)).toHaveLength(1);
  });
});
