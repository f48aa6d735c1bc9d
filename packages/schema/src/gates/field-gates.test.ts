import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import { field, inline, optional } from '../language/field.ts';
import { lazy, list, map, string } from '../language/shape.ts';
import type { Message } from '../language/descriptor.ts';
import { createFieldGates, openGates } from './field-gates.ts';

const Probe = message('test.Probe', { grpc: optional(1, string, { featureGate: 'Grpc' }), path: field(2, string) });
const Part: Message = message('test.Part', {
  probes: field(1, map(Probe)),
  parts: field(2, list(lazy(() => Part))),
});
const Zone = message('test.Zone', { zone: optional(3, string, { featureGate: 'Zone' }) });
const Valve = kind('test.Valve', { parts: field(1, list(Part)), of: inline(2, Zone), plain: field(4, string) });

const valve = () => ({
  parts: [{ probes: { a: { grpc: 'g', path: 'p' } }, parts: [{ probes: { b: { grpc: 'h' } } }] }],
  zone: 'z',
  plain: 'x',
});
const withoutGrpc = { ...valve(), parts: [{ probes: { a: { path: 'p' } }, parts: [{ probes: { b: {} } }] }] };

describe('fields behind feature gates', () => {
  it('are kept while their gates are on', () => {
    const object = valve();
    expect(openGates.drop(Valve, object)).toBe(false);
    expect(createFieldGates(new Set(['Other'])).drop(Valve, object)).toBe(false);
    expect(object).toEqual(valve());
  });

  it('are dropped from a new object, wherever they are, while their gates are off', () => {
    const [object, both] = [valve(), valve()];
    expect(createFieldGates(new Set(['Grpc'])).drop(Valve, object)).toBe(true);
    expect(object).toEqual(withoutGrpc);
    expect(createFieldGates(new Set(['Grpc', 'Zone'])).drop(Valve, both)).toBe(true);
    expect('zone' in both).toBe(false);
  });

  it('are kept on an object that uses one of the same gate already', () => {
    const gates = createFieldGates(new Set(['Grpc', 'Zone']));
    const object = valve();
    const old = { parts: [{ probes: { other: { grpc: 'old' } } }] };
    expect(gates.drop(Valve, object, old)).toBe(true);
    expect(object.parts).toEqual(valve().parts);
    expect('zone' in object).toBe(false);
  });
});

describe('fields of a later release', () => {
  const gates = createFieldGates(new Set(), ({ name }, field) => name === 'test.Probe' && field === 'grpc');

  it('are dropped from a new object, and kept on one that has such a field', () => {
    const object = valve();
    expect(gates.drop(Valve, object)).toBe(true);
    expect(object).toEqual(withoutGrpc);
    const kept = valve();
    expect(gates.drop(Valve, kept, valve())).toBe(false);
    expect(kept).toEqual(valve());
  });

  it('are told by their paths, wherever they are', () => {
    expect(gates.unknownIn(Valve, valve())).toEqual(['parts[0].probes.a.grpc', 'parts[0].parts[0].probes.b.grpc']);
    expect(gates.unknownIn(Valve, withoutGrpc)).toEqual([]);
  });
});
