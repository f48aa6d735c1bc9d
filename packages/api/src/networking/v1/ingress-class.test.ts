import { describe, expect, it } from '@jest/globals';

import { causesOf, create, update } from '../../testing/admit.ts';
import { fillIn } from '../../testing/fill-in.ts';
import { printRow } from '../../testing/print-row.ts';
import { ingressClasses } from './ingress-class.resource.ts';
import { IngressClass } from './ingress-class.ts';

describe('an ingress class', () => {
  it('has parameters in the cluster by default', () => {
    const scopeOf = (parameters: object) => fillIn(IngressClass, { spec: { parameters } }).spec.parameters?.scope;
    expect(scopeOf({ kind: 'K', name: 'n' })).toBe('Cluster');
    expect(scopeOf({ kind: 'K', name: 'n', scope: 'Namespace' })).toBe('Namespace');
    expect(fillIn(IngressClass, {}).spec).toEqual({});
  });

  it.each([
    [undefined, '<none>'],
    [{ kind: 'Settings', name: 'n' }, 'Settings/n'],
    [{ kind: 'Settings', name: 'n', apiGroup: 'x.test' }, 'Settings.x.test/n'],
  ])('with the parameters %j shows %s', (parameters, text) => {
    const spec = { controller: 'x.test/c', ...(parameters && { parameters }) };
    expect(printRow(ingressClasses, { spec })).toEqual({
      Name: 'a',
      Controller: 'x.test/c',
      Parameters: text,
      Age: '5m',
    });
  });

  it('keeps its controller', () => {
    const body = (controller: string) => ({ metadata: { name: 'a' }, spec: { controller } });
    const { object } = create(ingressClasses, body('x.test/c'));
    expect(causesOf(update(ingressClasses, object, body('x.test/d')))).toEqual([
      'spec.controller: Invalid value: "x.test/d": field is immutable',
    ]);
  });
});
