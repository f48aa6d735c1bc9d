/** Field sets for property tests: few steps, so that sets meet. */
import fc from 'fast-check';

import { fieldSetOf } from '../field-sets/field-set.ts';
import type { FieldSet } from '../field-sets/field-set.ts';
import { fieldElement, keyElement, valueElement } from '../field-sets/path-element.ts';

export const arbitraryElement: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '.', '', 'x/y').map(fieldElement),
  fc.constantFrom('x', 'y', '<&>', '"').map((value) => keyElement([['name', value]])),
  fc
    .record({ port: fc.constantFrom(80, 443), protocol: fc.constantFrom('TCP', 'UDP') })
    .map((keys) => keyElement(Object.entries(keys))),
  fc.constantFrom('v', 1, true, '\u2028').map(valueElement),
  fc.nat(3).map((index) => `i:${index}`),
);

export const arbitraryPath: fc.Arbitrary<string[]> = fc.array(arbitraryElement, { minLength: 1, maxLength: 4 });

export const arbitraryFields: fc.Arbitrary<FieldSet> = fc.array(arbitraryPath, { maxLength: 12 }).map(fieldSetOf);
