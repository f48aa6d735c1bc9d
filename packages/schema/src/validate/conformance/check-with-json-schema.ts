/** Checks a value by a JSON Schema alone, as editors and validators of manifests do. */
import { Ajv } from 'ajv';

/** Returns the faults of the value, a line each. Throws where the schema itself is invalid. */
export function checkWithJsonSchema(schema: object, value: unknown): readonly string[] {
  const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false, allErrors: true });
  const check = ajv.compile(schema);
  check(value);
  return (check.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
}
