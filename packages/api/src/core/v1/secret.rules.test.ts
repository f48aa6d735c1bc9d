import { describe, expect, it } from '@jest/globals';
import { tableOf } from '@keelson/schema';

import { causesOf, create, update } from '../../testing/admit.ts';
import { secrets } from './secret.resource.ts';

function make(type: string | undefined, data: object, annotations: object = {}) {
  return create(secrets, { metadata: { name: 'a', annotations }, data, ...(type !== undefined && { type }) });
}

describe('Secret', () => {
  it('is Opaque unless it says otherwise', () => {
    expect(make(undefined, {}).object['type']).toBe('Opaque');
    expect(make('example.com/any', {}).object['type']).toBe('example.com/any');
  });

  it('takes plain text over values of the same key, and keeps it nowhere else', () => {
    const { object } = create(secrets, {
      metadata: { name: 'a' },
      data: { k: 'dg==', l: 'dw==' },
      stringData: { k: 'ž' },
    });
    expect(object['data']).toEqual({ k: 'xb4=', l: 'dw==' });
    expect(object).not.toHaveProperty('stringData');
  });

  it('treats names of prototypes as any other key', () => {
    const body: unknown = JSON.parse('{"metadata":{"name":"a"},"stringData":{"__proto__":"v"}}');
    const { object, issues } = create(secrets, body as object);
    expect(issues).toEqual([]);
    expect(JSON.stringify(object['data'])).toBe('{"__proto__":"dg=="}');
  });

  it('has keys that can be names of files', () => {
    expect(make(undefined, { 'tls.crt': '' }).issues).toEqual([]);
    expect(causesOf(make(undefined, { '..a': '' }))).toEqual([
      `data[..a]: Invalid value: "..a": must not start with '..'`,
    ]);
  });

  it('holds a mebibyte', () => {
    const full = Buffer.alloc(1024 * 1024);
    expect(make(undefined, { k: full.toString('base64') }).issues).toEqual([]);
    expect(causesOf(make(undefined, { k: full.toString('base64'), l: 'AA==' }))).toEqual([
      'data: Too long: must have at most 1048576 bytes',
    ]);
  });

  it.each([
    ['kubernetes.io/dockercfg', { '.dockercfg': 'e30=' }],
    ['kubernetes.io/dockerconfigjson', { '.dockerconfigjson': 'e30=' }],
    ['kubernetes.io/basic-auth', { username: '' }],
    ['kubernetes.io/basic-auth', { password: '' }],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': 'dg==' }],
    ['kubernetes.io/tls', { 'tls.crt': '', 'tls.key': '' }],
    ['bootstrap.kubernetes.io/token', {}],
  ])('of type %s is taken with %j', (type, data) => {
    expect(make(type, data).issues).toEqual([]);
  });

  it.each([
    ['kubernetes.io/dockercfg', {}, ['data[.dockercfg]: Required value']],
    ['kubernetes.io/dockerconfigjson', {}, ['data[.dockerconfigjson]: Required value']],
    ['kubernetes.io/basic-auth', {}, ['data[username]: Required value', 'data[password]: Required value']],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, ['data[ssh-privatekey]: Required value']],
    ['kubernetes.io/tls', {}, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
    [
      'kubernetes.io/dockerconfigjson',
      { '.dockerconfigjson': 'W10=' },
      [
        'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": json: cannot unmarshal array into Go value of type map[string]interface {}',
      ],
    ],
    [
      'kubernetes.io/dockercfg',
      { '.dockercfg': '' },
      ['data[.dockercfg]: Invalid value: "<secret contents redacted>": unexpected end of JSON input'],
    ],
  ])('of type %s is refused with %j', (type, data, causes) => {
    expect(causesOf(make(type, data))).toEqual(causes);
  });

  it('for a token names its account', () => {
    const type = 'kubernetes.io/service-account-token';
    expect(make(type, {}, { 'kubernetes.io/service-account.name': 'sa' }).issues).toEqual([]);
    expect(causesOf(make(type, {}))).toEqual([
      'metadata.annotations[kubernetes.io/service-account.name]: Required value',
    ]);
  });

  it('keeps its type', () => {
    const old = make('example.com/a', {}).object;
    const changed = update(secrets, old, { metadata: { name: 'a' }, data: { k: 'dg==' } });
    expect(changed.message).toBe('Secret "a" is invalid: type: Invalid value: "Opaque": field is immutable');
    expect(update(secrets, old, { metadata: { name: 'a' }, type: 'example.com/a' }).issues).toEqual([]);
  });

  it('keeps its data once it is immutable', () => {
    const old = create(secrets, { metadata: { name: 'a' }, data: { k: 'dg==' }, immutable: true }).object;
    const same = { metadata: { name: 'a' }, stringData: { k: 'v' }, immutable: true };
    expect(update(secrets, old, same).issues).toEqual([]);
    expect(causesOf(update(secrets, old, { metadata: { name: 'a' }, data: {} }))).toEqual([
      'immutable: Forbidden: field is immutable when `immutable` is set',
      'data: Forbidden: field is immutable when `immutable` is set',
    ]);
  });

  it('is printed without its values', () => {
    const cells = tableOf(secrets).print(make(undefined, { k: 'dg==' }).object, {
      now: new Date('2022-01-02T03:04:07Z'),
    }).cells;
    expect(cells).toEqual(['a', 'Opaque', 1, '2s']);
  });
});
