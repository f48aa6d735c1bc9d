/**
 * The state of one validation: the path to the value, what was found, and the budget. A schema and an object that are
 * each within their limits can still cost their product, so the whole has one bound.
 */
import { ExactNumber } from '../../formats/exact-number.ts';
import type { Issue } from '../../language/report.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import type { SchemaFault, FaultKeyword } from './schema-fault.ts';
import { kindOf, type ValueKind } from './value-kind.ts';

/** The remaining cost, in steps of about fifty nanoseconds; below zero, nothing more is checked. */
export interface ValidationBudget {
  left: number;
}

/** Reports the faults of a value of the kind that it was compiled for. */
export type StructuralCheck = (value: unknown, run: ValidationRun) => void;

type ChecksOf = (schema: StructuralSchema, kind: ValueKind, budget: ValidationBudget) => readonly StructuralCheck[];

/** Nested further than any schema or object that can be stored. */
const maxDepth = 1_500;
/** More than anybody reads. */
const maxFaults = 1_000;
const faultCost = 10;

export class ValidationRun {
  faults: SchemaFault[] = [];
  /** Found beside the schema: in embedded resources, and in lists that are sets or maps. They follow the faults. */
  readonly embeddedIssues: Issue[] = [];
  readonly listIssues: Issue[] = [];
  readonly budget: ValidationBudget;
  readonly #checksOf: ChecksOf;
  readonly #path: (string | number)[] = [];
  readonly #isKeyOfMap: boolean[] = [];
  #depth = 0;

  constructor(budget: ValidationBudget, checksOf: ChecksOf) {
    this.budget = budget;
    this.#checksOf = checksOf;
  }

  visit(schema: StructuralSchema, value: unknown): void {
    const { budget } = this;
    if ((budget.left -= 1) < 0) return;
    const kind = kindOf(value);
    const checks = this.#checksOf(schema, kind, budget);
    if (checks.length === 0) return;
    if (this.#depth >= maxDepth) {
      budget.left = -1;
      return;
    }
    this.#depth += 1;
    const plain = value instanceof ExactNumber ? Number(value.text) : value;
    for (const check of checks) check(plain, this);
    this.#depth -= 1;
  }

  visitItem(schema: StructuralSchema, index: number, value: unknown): void {
    this.#visitPart(schema, index, value, false);
  }

  visitProperty(schema: StructuralSchema, key: string, value: unknown): void {
    this.#visitPart(schema, key, value, false);
  }

  visitEntry(schema: StructuralSchema, key: string, value: unknown): void {
    this.#visitPart(schema, key, value, true);
  }

  #visitPart(schema: StructuralSchema, part: string | number, value: unknown, isKeyOfMap: boolean): void {
    this.#path.push(part);
    this.#isKeyOfMap.push(isKeyOfMap);
    this.visit(schema, value);
    this.#path.pop();
    this.#isKeyOfMap.pop();
  }

  /** The faults of the value by an alternative. */
  faultsOf(schema: StructuralSchema, value: unknown): SchemaFault[] {
    const outer = this.faults;
    this.faults = [];
    this.visit(schema, value);
    const found = this.faults;
    this.faults = outer;
    return found;
  }

  addFault(keyword: FaultKeyword, limit: unknown, value: unknown): void {
    this.budget.left -= faultCost;
    if (this.faults.length < maxFaults) this.faults.push({ keyword, limit, value, name: this.#printPath(false) });
  }

  addFaults(faults: readonly SchemaFault[]): void {
    for (const fault of faults) if (this.faults.length < maxFaults) this.faults.push(fault);
  }

  addIssue(issues: Issue[], make: (path: string) => Issue): void {
    this.budget.left -= faultCost;
    if (issues.length < maxFaults) issues.push(make(this.#printPath(true)));
  }

  /** Faults of the schema name keys of maps as they do properties; other issues put them in brackets. */
  #printPath(tellsKeysOfMaps: boolean): string {
    let text = '';
    this.#path.forEach((part, at) => {
      const isInBrackets = typeof part === 'number' || (tellsKeysOfMaps && this.#isKeyOfMap[at] === true);
      if (isInBrackets) text += `[${part}]`;
      else text += text === '' ? part : `.${part}`;
    });
    return text;
  }
}
