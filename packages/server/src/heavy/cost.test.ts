import { describe, expect, it } from '@jest/globals';

import { isHeavyBody, isHeavyObject, isHeavyPatch } from './cost.ts';

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const json = (value: unknown): boolean => isHeavyBody({ format: 'json', bytes: bytes(value) });

describe('what is carried out by a worker', () => {
  it('is not what people usually write', () => {
    const container = { name: 'web', image: 'registry.example.com/web:1.2', env: [{ name: 'A', value: 'b' }] };
    const pod = {
      metadata: { name: 'a', labels: { app: 'a' } },
      spec: { containers: [container, container, container] },
    };
    expect(json(pod)).toBe(false);
    expect(isHeavyObject(bytes(pod))).toBe(false);
    expect(json({ data: { text: 'x'.repeat(60_000) } })).toBe(false);
  });

  it('is what is large', () => {
    expect(json({ data: { text: 'x'.repeat(70_000) } })).toBe(true);
    expect(isHeavyObject(bytes({ data: { text: 'x'.repeat(70_000) } }))).toBe(true);
  });

  it('is what has many parts in few bytes, in whatever format', () => {
    const containers = Array.from({ length: 1_100 }, () => ({}));
    expect(json({ spec: { containers } })).toBe(true);
    expect(isHeavyPatch({ kind: 'merge', bytes: bytes({ spec: { containers } }) })).toBe(true);
    expect(isHeavyPatch({ kind: 'apply', bytes: bytes({ spec: { containers } }) })).toBe(true);
    const raw = Buffer.concat(containers.map(() => Buffer.from([0x12, 0x00])));
    expect(isHeavyBody({ format: 'protobuf', bytes: raw })).toBe(true);
  });

  it('is YAML, but for the smallest without aliases', () => {
    expect(isHeavyBody({ format: 'yaml', bytes: bytes('data:\n  a: b\n') })).toBe(false);
    expect(isHeavyBody({ format: 'yaml', bytes: bytes('a: &a [1]\nb: *a\n') })).toBe(true);
    expect(isHeavyBody({ format: 'yaml', bytes: bytes(`a: ${'x'.repeat(2_000)}`) })).toBe(true);
    expect(isHeavyPatch({ kind: 'apply', bytes: bytes('a: *a') })).toBe(true);
  });

  it('is a patch that may copy what it has copied, however the word is spelled', () => {
    const copy = { op: 'copy', from: '/data', path: '/data/a' };
    expect(isHeavyPatch({ kind: 'json', bytes: bytes([copy]) })).toBe(true);
    expect(isHeavyPatch({ kind: 'json', bytes: bytes('[{"op":"c\\u006fpy"}]') })).toBe(true);
    expect(isHeavyPatch({ kind: 'json', bytes: bytes([{ op: 'add', path: '/data/a', value: 'b' }]) })).toBe(false);
  });
});
