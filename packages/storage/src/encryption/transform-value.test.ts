import { createSecretKey, randomBytes } from 'node:crypto';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { isUnreadable } from '../contract/unreadable.ts';
import type { CipherName, EncryptionProvider } from './configuration.ts';
import { createCounters } from './counters.ts';
import type { Counters } from './counters.ts';
import { createTransformer } from './transform-value.ts';
import type { OpenedValue, UnboundValues, ValueTransformer } from './transform-value.ts';

const key = '/registry/secrets/default/token';
const text = '{"kind":"Secret","apiVersion":"v1","metadata":{"name":"token","namespace":"default"}}';

/** A secret of the bytes 0, 1, 2 and so on, or of one byte. */
function provider(name: CipherName, bytes: number, fill?: number): EncryptionProvider {
  const secret = createSecretKey(
    fill === undefined ? Buffer.from([...Array(bytes).keys()]) : Buffer.alloc(bytes, fill),
  );
  return { provider: name, secrets: [{ name: `key${fill ?? bytes}`, secret }] };
}

interface Options {
  readonly unboundValues?: UnboundValues;
  readonly counters?: Counters;
}

function transformer(providers: readonly EncryptionProvider[], options: Options = {}): ValueTransformer {
  const { unboundValues = 'refuse', counters = createCounters() } = options;
  return createTransformer({ resources: [], providers }, { random: randomBytes, unboundValues, counters });
}

function faultOf({ value, isStale }: OpenedValue): string {
  if (!isUnreadable(value)) return 'none';
  expect(isStale).toBe(false);
  expect(value.fault).not.toContain(text);
  return value.fault;
}

function openedBytes({ value }: OpenedValue): Buffer {
  if (isUnreadable(value)) throw new Error(value.fault);
  return Buffer.from(value);
}

const identity: EncryptionProvider = { provider: 'identity' };
const every = [
  ['aesgcm', 16],
  ['aesgcm', 24],
  ['aesgcm', 32],
  ['aescbc', 16],
  ['aescbc', 24],
  ['aescbc', 32],
  ['secretbox', 32],
] as const;

describe.each(every)('%s with %i bytes', (name, bytes) => {
  const subject = transformer([provider(name, bytes)]);

  it('opens what it has sealed, for whatever key and value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array({ maxLength: 200 }), (anyKey, value) => {
        const sealed = subject.seal(anyKey, value);
        const opened = subject.open(anyKey, sealed);
        expect(openedBytes(opened).equals(value)).toBe(true);
        expect(opened.isStale).toBe(false);
      }),
    );
  });

  it('opens values that are a part of a larger buffer, wherever it begins', () => {
    const sealed = subject.seal(key, Buffer.from(text));
    for (let offset = 0; offset < 5; offset++) {
      const page = new Uint8Array(sealed.byteLength + 10);
      page.set(sealed, offset);
      expect(openedBytes(subject.open(key, page.subarray(offset, offset + sealed.byteLength))).toString()).toBe(text);
    }
  });

  it('never writes the same bytes twice', () => {
    const value = Buffer.from(text);
    expect(Buffer.from(subject.seal(key, value)).equals(subject.seal(key, value))).toBe(false);
  });

  it('leaves nothing of the value to be read', () => {
    expect(Buffer.from(subject.seal(key, Buffer.from(text))).includes('Secret')).toBe(false);
  });

  it('opens no value under another key', () => {
    const sealed = subject.seal(key, Buffer.from(text));
    for (const other of [
      '/registry/secrets/default/toke',
      '/registry/secrets/default/tokens',
      '/registry/secrets/other/token',
      '',
    ]) {
      expect(faultOf(subject.open(other, sealed))).toContain('does not open it');
    }
  });

  it('opens nothing in which a bit of any byte was flipped', () => {
    const sealed = subject.seal(key, Buffer.from(text));
    for (let index = 0; index < sealed.byteLength; index++) {
      for (const bit of [1, 0x80]) {
        const flipped = Uint8Array.from(sealed);
        flipped[index] = (flipped[index] ?? 0) ^ bit;
        expect(faultOf(subject.open(key, flipped))).not.toBe('none');
      }
    }
  });

  it('opens nothing that was cut or made longer', () => {
    const sealed = subject.seal(key, Buffer.from(text));
    for (let length = 0; length < sealed.byteLength; length++) {
      expect(faultOf(subject.open(key, sealed.subarray(0, length)))).not.toBe('none');
    }
    expect(faultOf(subject.open(key, Buffer.concat([sealed, Buffer.alloc(16)])))).not.toBe('none');
  });

  it('opens nothing that another secret of the same name has sealed', () => {
    const secrets = [{ name: `key${bytes}`, secret: createSecretKey(randomBytes(bytes)) }];
    const sealed = transformer([{ provider: name, secrets }]).seal(key, Buffer.from(text));
    expect(faultOf(subject.open(key, sealed))).toContain(`the ${name} key "key${bytes}" does not open it`);
  });
});

/** Made by another implementation, for this key and text, with secrets of the bytes 0, 1, 2 and so on. */
const peerValues = {
  aesgcm16:
    'azhzOmVuYzphZXNnY206djE6a2V5MTY6ZGVmZ2hpamtsbW5vYUAlzLVmmsC5bTJz9K9fzhyqGY/7/7gohwbe+Z7I1YWL3n4G5n1T8O45UyevuD8ltfxwFr88Y1ys5WQz7rJHDgX3d37c1vHvBZ0ctleNUAe6xgBnyWuu83XSy2ZVvHo0upEDQNE=',
  aesgcm24:
    'azhzOmVuYzphZXNnY206djE6a2V5MjQ6ZGVmZ2hpamtsbW5vkkrQFTzLLALxgodiiJfvnPF7P7qT3xSd8ionpJRUujZrdiu9NXAw0RryF9AOOFvODg9DPaM3gGnW+jNhsU3zXotV2GMN8u4ekDlTdhBd6Wxp9J75CyVjDI6E4+2kLLMOB0JOz+Y=',
  aesgcm32:
    'azhzOmVuYzphZXNnY206djE6a2V5MzI6ZGVmZ2hpamtsbW5vMzm1DxeNdKQcMTqLqAAe327gZ3riOpYA1LjDJtmZhz6ly2ziIXfvZZmSDF7feLHtdTr1ggJwY1yVmsm4za2H5Gnhvn2mKlhgqVXPJ3TsUJMIDD1J2ioA0+Mt3jBaPxs04GGA6+8=',
  aescbc16:
    'azhzOmVuYzphZXNjYmM6djE6a2V5MTY6yMnKy8zNzs/Q0dLT1NXW136VN7BMWrGcr+HQ+OUQw2JMTmiG4xtYZ3zEoiQcD2VDz1Gy8wIlRHNAwrRi3g6+lZ9ac746GfKGLgBrQWuXGZDRbRXI+yvg+wMowaXbTA722H/Xv00OSeaCF5hmLC7lCQ==',
  aescbc24:
    'azhzOmVuYzphZXNjYmM6djE6a2V5MjQ6yMnKy8zNzs/Q0dLT1NXW19j2sDcMQn08WTHa0DEZidbRlCb5PpbiVFnLd1ELN2XBzAxehVJpxgBjOBe72Y/stn3PGR3a+5TJcH20lFaBBDyKaZKm1GD64vmVme4PTSJqKyJQNZHM9RP7EbouBvp3+Q==',
  aescbc32:
    'azhzOmVuYzphZXNjYmM6djE6a2V5MzI6yMnKy8zNzs/Q0dLT1NXW1wfRb+ZzXZi3i2q7iONt6JhWD/qlJRnTCEqB5bJUq5k10x0DSoUzx7ZhtoQvr8iC3M0SZQLdkSh5zanev0yigf+7fjWqtSzmY4cUo0lnErLLRp/U0T7e7m0DlgBC1BGQUQ==',
  secretbox32:
    'azhzOmVuYzpzZWNyZXRib3g6djE6a2V5MzI6MjM0NTY3ODk6Ozw9Pj9AQUJDREVGR0hJIK6fvBlHtMARdZQUNqRgxFUmOpeXr9BcQARkydL9tlQIJCxI5rQfSejws5rJNM1VH0osVnvSXxakJqabJXhZ0gGj8WWAusi6bgW4984uJ7Xb+5hFHwEA3EiLPYf/AhnXmRUJ8oI=',
} as const;

/** The same for the formats of our own. */
const ownValues = {
  aescbc16:
    'azhzOmVuYzphZXNjYmM6djI6a2V5MTY6yMnKy8zNzs/Q0dLT1NXW1wrh2MqRHmKDj7V5zVWu0e8pvokULS0aGBCscNRna6+Eg2ONrs8LUgVdAo5xONwadDl52Hw3Mkat/e+XDaNogagZi2Hgk3Ext9r0xB5IIVYuym0BM3L95smsUEyF+QxqjVyATePlYNKkupBHk+P/EvI1c3VvGZsl9eMLYmsZJf1S',
  secretbox32:
    'azhzOmVuYzpzZWNyZXRib3g6djI6a2V5MzI6MjM0NTY3ODk6Ozw9Pj9AQUJDREVGR0hJLfVxsLKUHWkzuy8XIviyoyM9NAA2Sqqz2lbFG2ut1Jf9KNLjGUHA4HVjwc6vZxh9Dyi8eDl2og3CZbO5F+tdhwfq+l1ytr11n65v7duBwApnqcsvVEp/Vw9faF/1eu710z9gSno=',
} as const;

describe('Formats that others know', () => {
  it.each(every)('of kube-apiserver are read: %s with %i bytes', (name, bytes) => {
    const counters = createCounters();
    const subject = transformer([provider(name, bytes)], { unboundValues: 'read', counters });
    const stored = Buffer.from(peerValues[`${name}${bytes}` as keyof typeof peerValues], 'base64');
    const opened = subject.open(key, stored);
    expect(openedBytes(opened).toString()).toBe(text);
    expect(opened.isStale).toBe(name !== 'aesgcm');
    expect(counters.read().unbound).toBe(name === 'aesgcm' ? 0 : 1);
  });

  it.each(['aescbc', 'secretbox'] as const)('are refused unless allowed where they do not bind the key: %s', (name) => {
    const counters = createCounters();
    const subject = transformer([provider(name, 32)], { counters });
    const stored = Buffer.from(peerValues[`${name}32`], 'base64');
    expect(faultOf(subject.open(key, stored))).toContain('--encryption-unbound-values=read');
    expect(counters.read().providers).toEqual([
      {
        provider: name,
        secretName: 'key32',
        header: `k8s:enc:${name}:v2:key32:`,
        written: 0,
        read: 0,
        failed: 1,
      },
    ]);
  });

  it('of kube-apiserver are written for aesgcm, byte for byte', () => {
    const nonce = Buffer.from([...Array(12).keys()].map((each) => each + 100));
    const options = { random: () => nonce, unboundValues: 'refuse', counters: createCounters() } as const;
    const subject = createTransformer({ resources: [], providers: [provider('aesgcm', 32)] }, options);
    expect(Buffer.from(subject.seal(key, Buffer.from(text))).toString('base64')).toBe(peerValues.aesgcm32);
  });

  it.each([
    ['aescbc', 16, 200],
    ['aescbc', 24, 200],
    ['aescbc', 32, 200],
    ['secretbox', 32, 50],
  ] as const)(
    'of kube-apiserver are written where it has to read them, byte for byte: %s with %i bytes',
    (name, bytes, from) => {
      const random = (size: number) => Buffer.from([...Array(size).keys()].map((each) => each + from));
      const options = { random, unboundValues: 'write', counters: createCounters() } as const;
      const subject = createTransformer({ resources: [], providers: [provider(name, bytes)] }, options);
      const sealed = Buffer.from(subject.seal(key, Buffer.from(text)));
      expect(sealed.toString('base64')).toBe(peerValues[`${name}${bytes}` as keyof typeof peerValues]);
      expect(subject.open(key, sealed)).toEqual({ value: Buffer.from(text), isStale: false });
      const own = transformer([provider(name, bytes)]).seal(key, Buffer.from(text));
      expect(subject.open(key, own)).toEqual({ value: Buffer.from(text), isStale: true });
    },
  );

  it.each([
    ['aescbc', 16],
    ['secretbox', 32],
  ] as const)('of our own stay as they are: %s', (name, bytes) => {
    const stored = Buffer.from(ownValues[`${name}${bytes}` as keyof typeof ownValues], 'base64');
    expect(transformer([provider(name, bytes)]).open(key, stored)).toEqual({
      value: Buffer.from(text),
      isStale: false,
    });
  });

  it('cannot be passed for the weaker version of the same secret', () => {
    const subject = transformer([provider('secretbox', 32)], { unboundValues: 'read' });
    const weaker = Buffer.from(subject.seal(key, Buffer.from(text)));
    weaker.write('v1', 'k8s:enc:secretbox:'.length);
    expect(faultOf(subject.open(key, weaker))).toContain('does not open it');
  });
});

describe('A rule with several providers', () => {
  const old = provider('aescbc', 32, 1);
  const fresh = provider('secretbox', 32, 2);

  it('writes with the first and reads with all, whatever their order', () => {
    const before = transformer([old]);
    const during = transformer([fresh, old]);
    const sealed = before.seal(key, Buffer.from(text));
    expect(openedBytes(during.open(key, sealed)).toString()).toBe(text);
    const rewritten = during.seal(key, Buffer.from(text));
    expect(String(rewritten)).toMatch(/^k8s:enc:secretbox:v2:key2:/);
    expect(openedBytes(transformer([fresh]).open(key, rewritten)).toString()).toBe(text);
    expect(faultOf(before.open(key, rewritten))).toContain('by the provider "secretbox", version "v2"');
  });

  it('rotates the secrets of one provider, and says which values are left', () => {
    const both: EncryptionProvider = {
      provider: 'aesgcm',
      secrets: ['new', 'old'].map((name) => ({ name, secret: createSecretKey(Buffer.alloc(32, name)) })),
    };
    const [newer, older] = both.secrets as [(typeof both.secrets)[0], (typeof both.secrets)[0]];
    const left = transformer([{ provider: 'aesgcm', secrets: [older] }]).seal(key, Buffer.from(text));
    expect(transformer([both]).open(key, left)).toEqual({ value: Buffer.from(text), isStale: true });
    const last = transformer([{ provider: 'aesgcm', secrets: [newer] }]);
    expect(faultOf(last.open(key, left))).toContain(
      'with the aesgcm key "old", which the encryption configuration does not list',
    );
    expect(last.open(key, transformer([both]).seal(key, Buffer.from(text))).isStale).toBe(false);
  });

  it('reads what is plain only where identity is among them, and finds it stale', () => {
    const plain = Buffer.from(text);
    expect(transformer([old, identity]).open(key, plain)).toEqual({ value: plain, isStale: true });
    expect(faultOf(transformer([old]).open(key, plain))).toContain('add identity as the last provider');
  });

  it('decrypts for good where identity is the first', () => {
    const subject = transformer([identity, old]);
    const sealed = transformer([old]).seal(key, Buffer.from(text));
    expect(subject.open(key, sealed)).toEqual({ value: Buffer.from(text), isStale: true });
    expect(String(subject.seal(key, Buffer.from(text)))).toBe(text);
    expect(subject.open(key, Buffer.from(text)).isStale).toBe(false);
  });

  it('writes no plain value that it would take for an encrypted one', () => {
    expect(() => transformer([identity]).seal(key, Buffer.from('k8s:enc:'))).toThrow('begins with k8s:enc:');
  });

  it('keeps two secrets apart that have one name and two providers', () => {
    const secrets = [{ name: 'one', secret: createSecretKey(Buffer.alloc(32, 3)) }];
    const all = (['aesgcm', 'aescbc', 'secretbox'] as const).map((each) => ({ provider: each, secrets }));
    const reader = transformer(all);
    for (const each of all) {
      expect(openedBytes(reader.open(key, transformer([each]).seal(key, Buffer.from(text)))).toString()).toBe(text);
    }
  });

  it.each([
    'k8s:enc:',
    'k8s:enc:::',
    'k8s:enc:kms:v2:name:abc',
    'k8s:enc:aescbc:v3:key1:abc',
    'k8s:enc:aescbc:v2:key1:',
    `k8s:enc:aescbc:v2:${'x'.repeat(400)}:y`,
  ])('opens nothing whose header is not one of its own: %j', (stored) =>
    expect(faultOf(transformer([old, identity]).open(key, Buffer.from(stored)))).toMatch(
      /^no matching (prefix|key) |does not open it/,
    ),
  );

  it('counts what it does for each provider and secret', () => {
    const counters = createCounters();
    const subject = transformer([fresh, old, identity], { counters });
    const sealed = subject.seal(key, Buffer.from(text));
    subject.open(key, sealed);
    subject.open(key, transformer([old]).seal(key, Buffer.from(text)));
    subject.open(key, Buffer.from(text));
    faultOf(subject.open('/moved', sealed));
    faultOf(subject.open(key, Buffer.from('k8s:enc:kms:v2:x:')));
    expect(counters.read()).toEqual({
      providers: [
        {
          provider: 'secretbox',
          secretName: 'key2',
          header: 'k8s:enc:secretbox:v2:key2:',
          written: 1,
          read: 1,
          failed: 1,
        },
        { provider: 'aescbc', secretName: 'key1', header: 'k8s:enc:aescbc:v2:key1:', written: 0, read: 1, failed: 0 },
        { provider: 'identity', secretName: '', header: '', written: 0, read: 1, failed: 0 },
      ],
      stale: 2,
      unbound: 0,
      unreadable: 1,
    });
  });
});
