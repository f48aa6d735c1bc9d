/** The checks of objects: how many members there are, the members, and those that have to be there. */
import type { StructuralSchema } from '../../language/structural-schema.ts';
import { propertySchema, valueSchema } from '../../language/part-schema.ts';
import type { StructuralCheck } from './validation-run.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export function objectChecks(schema: StructuralSchema): StructuralCheck[] {
  const { minProperties, maxProperties, required } = schema;
  const least = Number(minProperties ?? 0);
  const most = Number(maxProperties ?? Infinity);
  const checks: StructuralCheck[] = [];
  if (schema.properties !== undefined || schema.additionalProperties !== undefined) checks.push(membersCheck(schema));
  if (Array.isArray(required) && required.length > 0) checks.push(requiredCheck(required as readonly string[]));
  if (least <= 0 && most === Infinity) return checks;
  return [
    (value, run) => {
      const count = Object.keys(value as JsonObject).length;
      run.budget.left -= count / 10;
      if (count < least) run.addFault('minProperties', least, count);
      else if (count > most) run.addFault('maxProperties', most, count);
      else for (const check of checks) check(value, run);
    },
  ];
}

function membersCheck(schema: StructuralSchema): StructuralCheck {
  const values = valueSchema(schema);
  const refusesOthers = schema.additionalProperties === false;
  return (value, run) => {
    const object = value as JsonObject;
    for (const key in object) {
      if (run.budget.left < 0) return;
      const property = propertySchema(schema, key);
      if (property !== undefined) run.visitProperty(property, key, object[key]);
      else if (values !== undefined) run.visitEntry(values, key, object[key]);
      else if (refusesOthers) run.addFault('additionalProperties', false, key);
    }
  };
}

function requiredCheck(names: readonly string[]): StructuralCheck {
  return (value, run) => {
    run.budget.left -= names.length / 10;
    for (const name of names) if (!Object.hasOwn(value as JsonObject, name)) run.addFault('required', name, value);
  };
}
