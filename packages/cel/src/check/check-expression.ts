/** Checks the types of an expression: every name is declared, every call has an overload. Collects all faults. */
import { overloadsOf } from '../functions/function-table.ts';
import { dottedName } from '../syntax/parser.ts';
import { isDynamic, listOf, printType, resolveType, simpleTypes as t } from '../typing/cel-type.ts';
import { instantiate, joinTypes, TypeBindings } from '../typing/unify.ts';
import { celTypeNameOf } from '../values/type-names.ts';
import { NameScope } from './scope.ts';
import type { CelOverload } from '../functions/overload.ts';
import type {
  CallExpression,
  CelExpression,
  ComprehensionExpression,
  ListExpression,
  LiteralExpression,
  MapExpression,
  SelectExpression,
} from '../syntax/expression.ts';
import type { SourceFault } from '../syntax/source-fault.ts';
import type { CelType, VariableType } from '../typing/cel-type.ts';
import type { Instantiation } from '../typing/unify.ts';
import type { TypedExpression } from './typed-expression.ts';

export type TypeCheckResult =
  | { readonly ok: true; readonly expression: TypedExpression }
  | { readonly ok: false; readonly faults: readonly SourceFault[] };

/** `self` is the type of the variables `self` and `oldSelf`. */
export function checkExpression(expression: CelExpression, self: CelType): TypeCheckResult {
  const checker = new ExpressionChecker(self);
  const typed = checker.check(expression);
  return checker.faults.length > 0 ? { ok: false, faults: checker.faults } : { ok: true, expression: typed };
}

const typesOfLiterals: Readonly<Record<string, CelType>> = {
  int: t.int,
  uint: t.uint,
  double: t.double,
  string: t.string,
  bytes: t.bytes,
  bool: t.bool,
  null_type: t.null,
};

class ExpressionChecker {
  readonly faults: SourceFault[] = [];
  readonly #bindings = new TypeBindings();
  readonly #scope: NameScope;

  constructor(self: CelType) {
    this.#scope = new NameScope(self);
  }

  check(expression: CelExpression): TypedExpression {
    switch (expression.kind) {
      case 'literal':
        return literal(expression);
      case 'name':
        return this.#scope.find(expression.name) ?? this.#undeclared(expression.at, expression.name);
      case 'select':
        return this.#checkSelect(expression);
      case 'call':
        return this.#checkCall(expression);
      case 'list':
        return this.#checkList(expression);
      case 'map':
        return this.#checkMap(expression);
      case 'message':
        return this.#undeclared(expression.at, expression.name);
      case 'comprehension':
        return this.#checkComprehension(expression);
    }
  }

  #fail(at: number, message: string): TypedExpression {
    this.faults.push({ at, message });
    return { kind: 'literal', value: null, type: t.error };
  }

  #undeclared(at: number, name: string): TypedExpression {
    return this.#fail(at, `undeclared reference to '${name}' (in container '')`);
  }

  #checkSelect({ operand, field, isTest, at }: SelectExpression): TypedExpression {
    const name = isTest ? undefined : dottedName(operand);
    const qualified = name === undefined ? undefined : this.#scope.find(`${name}.${field}`);
    if (qualified !== undefined) return qualified;
    const typed = this.check(operand);
    const found = resolveType(typed.type);
    const result = (type: CelType): TypedExpression => {
      return { kind: 'select', operand: typed, field, isTest, type: isTest ? t.bool : type };
    };
    if (isDynamic(found)) return result(found.kind === 'error' ? t.error : t.dyn);
    if (found.kind === 'map') return result(found.value);
    if (found.kind !== 'object') {
      return this.#fail(at, `type '${printType(found)}' does not support field selection`);
    }
    const declared = found.fields.get(field);
    return declared === undefined ? this.#fail(at, `undefined field '${field}'`) : result(declared.type);
  }

  #checkCall({ name, target, args, at }: CallExpression): TypedExpression {
    const parts = target === undefined ? args : [target, ...args];
    const typed = parts.map((part) => this.check(part));
    return this.#resolve({ name, args: typed, isMember: target !== undefined, at });
  }

  #resolve(call: {
    readonly name: string;
    readonly args: readonly TypedExpression[];
    readonly isMember: boolean;
    readonly at: number;
  }): TypedExpression {
    const { name, args, isMember, at } = call;
    const all = overloadsOf(name);
    if (all.length === 0) return this.#undeclared(at, name);
    const types = args.map(({ type }) => type);
    const matches = this.#findMatches(
      all.filter((overload) => overload.isMember === isMember),
      types,
    );
    const [first] = matches;
    if (first === undefined) {
      return this.#fail(at, `found no matching overload for '${name}' applied to '${printArguments(types, isMember)}'`);
    }
    const overloads = matches.map(({ overload }) => overload);
    return { kind: 'call', name, overloads, args, type: resultOf(matches) };
  }

  /** Variables are bound only if one overload alone fits. */
  #findMatches(overloads: readonly CelOverload[], types: readonly CelType[]): Match[] {
    const matches: Match[] = [];
    const start = this.#bindings.mark;
    for (const overload of overloads) {
      if (overload.params.length !== types.length) continue;
      const mark = this.#bindings.mark;
      const variables: Instantiation = new Map();
      const params = overload.params.map((param) => instantiate(param, variables));
      if (!this.#bindings.fit(params, types)) continue;
      matches.push({ overload, result: instantiate(overload.result, variables) });
      if (matches.length > 1) this.#bindings.undo(mark);
    }
    if (matches.length > 1) this.#bindings.undo(start);
    return matches;
  }

  #checkList({ items }: ListExpression): TypedExpression {
    const typed = items.map((item) => this.check(item));
    const item: VariableType = { kind: 'variable', bound: undefined };
    typed.forEach(({ type }, index) => this.#unify(item, type, items[index]?.at ?? 0));
    return { kind: 'list', items: typed, type: listOf(item) };
  }

  #checkMap({ entries }: MapExpression): TypedExpression {
    const key: VariableType = { kind: 'variable', bound: undefined };
    const value: VariableType = { kind: 'variable', bound: undefined };
    const typed = entries.map((entry) => {
      const parts = [this.check(entry.key), this.check(entry.value)] as const;
      this.#unify(key, parts[0].type, entry.key.at);
      this.#unify(value, parts[1].type, entry.value.at);
      return parts;
    });
    return { kind: 'map', entries: typed, type: { kind: 'map', key, value } };
  }

  /** All items of a literal have one type. */
  #unify(variable: VariableType, type: CelType, at: number): void {
    if (this.#bindings.fit([variable], [type])) return;
    this.#fail(at, `expected type '${printType(variable)}' but found '${printType(type)}'`);
  }

  #checkComprehension(expression: ComprehensionExpression): TypedExpression {
    const { macro, range, variable } = expression;
    const typed = this.check(range);
    const item = this.#itemOf(typed.type, range.at);
    return this.#scope.within(variable, item, (slot) => {
      const predicate = expression.predicate && this.check(expression.predicate);
      if (predicate !== undefined) this.#expectBool(predicate, expression);
      const transform = expression.transform && this.check(expression.transform);
      const type = macro === 'map' || macro === 'filter' ? listOf(transform?.type ?? item) : t.bool;
      return { kind: 'comprehension', macro, range: typed, slot, predicate, transform, type };
    });
  }

  #itemOf(range: CelType, at: number): CelType {
    const found = resolveType(range);
    if (found.kind === 'list') return found.item;
    if (found.kind === 'map') return found.key;
    if (isDynamic(found)) return t.dyn;
    const wish = '(must be list, map, or dynamic)';
    this.#fail(at, `expression of type '${printType(found)}' cannot be range of a comprehension ${wish}`);
    return t.error;
  }

  #expectBool({ type }: TypedExpression, { macro, at }: ComprehensionExpression): void {
    if (this.#bindings.fit([t.bool], [type])) return;
    const operators = { all: '_&&_', exists: '_||_', exists_one: '_?_:_', map: '_?_:_', filter: '_?_:_' } as const;
    const name = operators[macro];
    const types = name === '_?_:_' ? [type, t.dyn, t.dyn] : [t.bool, type];
    this.#fail(at, `found no matching overload for '${name}' applied to '${printArguments(types, false)}'`);
  }
}

interface Match {
  readonly overload: CelOverload;
  readonly result: CelType;
}

function literal({ value }: LiteralExpression): TypedExpression {
  return { kind: 'literal', value, type: typesOfLiterals[celTypeNameOf(value)] ?? t.dyn };
}

/** Overloads with different results make an unknown one. */
function resultOf(matches: readonly Match[]): CelType {
  return matches
    .map(({ result }) => resolveType(result))
    .reduce((a, b) => (a.kind === b.kind && a.kind !== 'object' ? joinTypes(a, b) : a === b ? a : t.dyn));
}

function printArguments(types: readonly CelType[], isMember: boolean): string {
  const printed = types.map((type) => printType(type));
  if (!isMember) return `(${printed.join(', ')})`;
  return `${printed[0] ?? ''}.(${printed.slice(1).join(', ')})`;
}
