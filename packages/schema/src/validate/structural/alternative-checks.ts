/** The checks of `anyOf`, `oneOf`, `allOf` and `not`. Of alternatives that all fail, the nearest miss is told too. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import type { SchemaFault } from './schema-fault.ts';
import type { StructuralCheck } from './validation-run.ts';

type Branches = readonly StructuralSchema[];

export function alternativeChecks({ anyOf, oneOf, allOf, not }: StructuralSchema): StructuralCheck[] {
  const checks: StructuralCheck[] = [];
  if (hasBranches(anyOf)) checks.push(anyOfCheck(anyOf));
  if (hasBranches(oneOf)) checks.push(oneOfCheck(oneOf));
  if (hasBranches(allOf)) checks.push(allOfCheck(allOf));
  if (not !== undefined) checks.push(notCheck(not));
  return checks;
}

function hasBranches(branches: Branches | null | undefined): branches is Branches {
  return Array.isArray(branches) && branches.length > 0;
}

function anyOfCheck(branches: Branches): StructuralCheck {
  return (value, run) => {
    let nearest: SchemaFault[] | undefined;
    for (const branch of branches) {
      const faults = run.faultsOf(branch, value);
      if (faults.length === 0) return;
      nearest = nearerOf(nearest, faults);
    }
    run.addFault('anyOf', branches, value);
    run.addFaults(nearest ?? []);
  };
}

function oneOfCheck(branches: Branches): StructuralCheck {
  return (value, run) => {
    let passing = 0;
    let nearest: SchemaFault[] | undefined;
    for (const branch of branches) {
      const faults = run.faultsOf(branch, value);
      if (faults.length === 0) passing += 1;
      else nearest = nearerOf(nearest, faults);
    }
    if (passing === 1) return;
    run.addFault('oneOf', passing, value);
    if (passing === 0) run.addFaults(nearest ?? []);
  };
}

function allOfCheck(branches: Branches): StructuralCheck {
  return (value, run) => {
    let passing = 0;
    for (const branch of branches) {
      const faults = run.faultsOf(branch, value);
      if (faults.length === 0) passing += 1;
      run.addFaults(faults);
    }
    if (passing < branches.length) run.addFault('allOf', passing, value);
  };
}

function notCheck(branch: StructuralSchema): StructuralCheck {
  return (value, run) => {
    if (run.faultsOf(branch, value).length === 0) run.addFault('not', branch, value);
  };
}

function nearerOf(nearest: SchemaFault[] | undefined, faults: SchemaFault[]): SchemaFault[] {
  return nearest !== undefined && nearest.length <= faults.length ? nearest : faults;
}
