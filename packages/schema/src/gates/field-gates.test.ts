import { describe, expect, it } from '@jest/globals';

import { kind, message } from '../language/declare.ts';
import { field, inline, optional } from '../language/field.ts';
import { lazy, list, listed, map, string } from '../language/shape.ts';
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
  const gates = createFieldGates(new Set(), {
    isLater: ({ name }, field) => name === 'test.Probe' && field === 'grpc',
  });

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

const Mount = message('test.Mount', {
  mode: optional(1, listed('Plain', 'Bare'), { featureGate: 'Modes', valueWhileOff: 'Plain' }),
  protocols: field(2, list(listed('UDP', 'TCP', 'SCTP'))),
});
const Mounts = message('test.Mounts', { all: field(1, list(Mount)) });

describe('a field with a value of its own while its gate is off', () => {
  const gates = createFieldGates(new Set(['Modes']));

  it('takes this value instead of others, and stays unset where it is', () => {
    const object = { all: [{ mode: 'Bare' }, { mode: 'Plain' }, {}] };
    expect(gates.drop(Mounts, object)).toBe(true);
    expect(object).toEqual({ all: [{ mode: 'Plain' }, { mode: 'Plain' }, {}] });
  });

  it('keeps other values on an object that has one', () => {
    const object = { all: [{ mode: 'Bare' }] };
    expect(gates.drop(Mounts, object, { all: [{ mode: 'Bare' }] })).toBe(false);
    expect(gates.drop(Mounts, object, { all: [{ mode: 'Plain' }] })).toBe(true);
    expect(object).toEqual({ all: [{ mode: 'Plain' }] });
  });
});

describe('values of a later release', () => {
  const gates = createFieldGates(new Set(), {
    laterValues: ({ name }, key) => (name === 'test.Mount' && key === 'protocols' ? ['SCTP'] : undefined),
  });
  const object = { all: [{ protocols: ['TCP'] }, { protocols: ['UDP', 'SCTP'] }] };

  it('are told with their paths and the values that are known', () => {
    expect(gates.findLaterValues(Mounts, object)).toEqual([
      { path: 'all[1].protocols', value: 'SCTP', supported: ['TCP', 'UDP'] },
    ]);
    expect(gates.findLaterValues(Mounts, { all: [{ protocols: ['TCP'] }] })).toEqual([]);
    expect(openGates.findLaterValues(Mounts, object)).toEqual([]);
  });

  it('are known on an object that has them', () => {
    expect(gates.findLaterValues(Mounts, object, { all: [{ protocols: ['SCTP'] }] })).toEqual([]);
  });
});

const Labelled = message('test.Labelled', { annotations: field(1, map(string)), name: field(2, string) });
const Held = message('test.Held', {
  metadata: field(1, Labelled, { gatedAnnotations: { prefix: 'armour/', featureGate: 'Armour' } }),
});
const Holder = message('test.Holder', { template: field(1, Held) });

describe('annotations behind a gate that is off', () => {
  const gates = createFieldGates(new Set(['Armour']));
  const annotated = (annotations: object) => ({ template: { metadata: { annotations, name: 'n' } } });

  it('are dropped from a new object, and others stay', () => {
    const shared = { 'armour/a': 'x', other: 'y' };
    const object = annotated(shared);
    expect(gates.drop(Holder, object)).toBe(true);
    expect(object).toEqual(annotated({ other: 'y' }));
    expect(Object.keys(shared)).toHaveLength(2);
    const alone = annotated({ 'armour/a': 'x' });
    expect(gates.drop(Holder, alone)).toBe(true);
    expect(alone).toEqual({ template: { metadata: { name: 'n' } } });
    expect(gates.drop(Holder, annotated({ other: 'y' }))).toBe(false);
  });

  it('are kept on an object that has such ones', () => {
    const object = annotated({ 'armour/b': 'x' });
    expect(gates.drop(Holder, object, annotated({ 'armour/a': 'y' }))).toBe(false);
    expect(createFieldGates(new Set(['Other'])).drop(Holder, object)).toBe(false);
    expect(object).toEqual(annotated({ 'armour/b': 'x' }));
  });
});
