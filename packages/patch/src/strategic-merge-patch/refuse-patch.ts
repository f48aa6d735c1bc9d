/** A strategic merge patch that cannot be applied: thrown inside, turned into an outcome by the entry point. */
import { goTypeName, printGoValue } from '../print-go-value.ts';

export class PatchFault extends Error {}

/** The patch is malformed whatever it is applied to. */
export class MalformedPatch extends PatchFault {}

export function wrongArgument(expected: string, actual: unknown): PatchFault {
  return new PatchFault(`expected a ${expected}, but received a ${goTypeName(actual)}`);
}

export function noMergeKey(item: unknown, mergeKey: string): PatchFault {
  return new PatchFault(`map: ${printGoValue(item)} does not contain declared merge key: ${mergeKey}`);
}

export function unknownDirective(directive: unknown, item: unknown): PatchFault {
  const isText = typeof directive === 'string';
  const printed = isText ? directive : `%!s(${goTypeName(directive)}=${printGoValue(directive)})`;
  return new PatchFault(`unknown patch type: ${printed} in map: ${printGoValue(item)}`);
}

export const faults = {
  retainKeys: 'invalid patch format of retainKeys',
  setElementOrder: 'invalid patch format of setElementOrder list',
  primitiveList: 'invalid patch format of primitive list',
  listOfLists: 'lists of lists are not supported',
};
