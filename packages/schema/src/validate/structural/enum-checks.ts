/** The check of `enum`. Equal is what has the same canonical JSON. */
import { encodeSorted } from '../../json/encode-sorted.ts';
import { ExactNumber } from '../../formats/exact-number.ts';
import type { StructuralSchema } from '../../language/structural-schema.ts';
import type { StructuralCheck } from './validation-run.ts';

/** Characters that cost a step. */
const charactersInStep = 20;

export function enumChecks({ enum: values }: StructuralSchema): StructuralCheck[] {
  if (!Array.isArray(values) || values.length === 0) return [];
  const allowed = values as readonly unknown[];
  const scalars = new Set(allowed.map(plainScalar));
  let containers: ReadonlySet<string> | undefined;
  return [
    (value, run) => {
      if (scalars.has(value)) return;
      if (typeof value === 'object' && value !== null) {
        containers ??= new Set(allowed.map((one) => canonicalKey(one) ?? ''));
        const key = canonicalKey(value);
        run.budget.left -= (key?.length ?? 0) / charactersInStep;
        if (key !== undefined && containers.has(key)) return;
      }
      run.addFault('enum', allowed, value);
    },
  ];
}

/** Numbers as they are in canonical objects. */
function plainScalar(value: unknown): unknown {
  return value instanceof ExactNumber ? Number(value.text) : value;
}

/** Equal values have equal keys; a value that nests too deeply to be stored has none. */
export function canonicalKey(value: unknown): string | undefined {
  try {
    return encodeSorted(plainScalar(value));
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  }
}
