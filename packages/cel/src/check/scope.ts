/** The names that an expression may use: variables, innermost first, and types. */
import { listOf, mapOf, simpleTypes as t } from '../typing/cel-type.ts';
import { CelTypeName } from '../values/value.ts';
import { firstLoopSlot, oldSelfSlot, selfSlot } from './typed-expression.ts';
import type { CelType } from '../typing/cel-type.ts';
import type { TypedLiteral, TypedVariable } from './typed-expression.ts';

const typeNames = new Map<string, CelType>([
  ['int', t.int],
  ['uint', t.uint],
  ['double', t.double],
  ['bool', t.bool],
  ['string', t.string],
  ['bytes', t.bytes],
  ['null_type', t.null],
  ['list', listOf(t.dyn)],
  ['map', mapOf(t.dyn, t.dyn)],
  ['type', { kind: 'type', of: t.dyn }],
  ['google.protobuf.Timestamp', t.timestamp],
  ['google.protobuf.Duration', t.duration],
]);

export class NameScope {
  readonly #variables: { readonly name: string; readonly type: CelType }[];

  constructor(self: CelType) {
    this.#variables = [];
    this.#variables[selfSlot] = { name: 'self', type: self };
    this.#variables[oldSelfSlot] = { name: 'oldSelf', type: self };
  }

  find(name: string): TypedVariable | TypedLiteral | undefined {
    const slot = this.#variables.findLastIndex((variable) => variable.name === name);
    const variable = this.#variables[slot];
    if (variable !== undefined) return { kind: 'variable', slot, type: variable.type };
    const type = typeNames.get(name);
    if (type === undefined) return undefined;
    return { kind: 'literal', value: new CelTypeName(name), type: { kind: 'type', of: type } };
  }

  /** Runs `body` with one more variable, in a slot of its own. */
  within<T>(name: string, type: CelType, body: (slot: number) => T): T {
    const slot = Math.max(firstLoopSlot, this.#variables.length);
    this.#variables.push({ name, type });
    const result = body(slot);
    this.#variables.pop();
    return result;
  }
}
