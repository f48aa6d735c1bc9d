/** The basic rules for entries of `managedFields`. The field sets are checked where they are decoded. */
import type { Report } from '@keelson/schema';

export interface CheckedEntry {
  readonly manager?: string;
  readonly operation?: string;
  readonly fieldsType?: string;
  readonly subresource?: string;
}

const maxManagerBytes = 128;
const maxSubresourceBytes = 256;

export function validateManagedFields(entries: readonly CheckedEntry[], report: Report): void {
  entries.forEach((entry, index) => {
    report.within(`managedFields[${index}]`, () => validateEntry(entry, report));
  });
}

function validateEntry(entry: CheckedEntry, report: Report): void {
  const { manager = '', operation = '', fieldsType = '', subresource = '' } = entry;
  if (operation !== 'Apply' && operation !== 'Update') {
    report.invalid('operation', operation, 'must be `Apply` or `Update`');
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') report.invalid('fieldsType', fieldsType, 'must be `FieldsV1`');
  validateFieldManager(manager, 'manager', report);
  if (Buffer.byteLength(subresource) > maxSubresourceBytes) {
    report.tooLong('subresource', subresource, maxSubresourceBytes);
  }
}

/** The form of nearly all names, so that they are not tested letter by letter. */
const allPrintable = /^[ -~]*$/;

/** Also the rule for the query parameter `fieldManager`. */
export function validateFieldManager(manager: string, path: string, report: Report): void {
  if (Buffer.byteLength(manager) > maxManagerBytes) return report.tooLong(path, manager, maxManagerBytes);
  if (allPrintable.test(manager)) return;
  let position = 0;
  for (const character of manager) {
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      report.invalid(path, manager, `invalid character U+${code} (at position ${position})`);
    }
    position += Buffer.byteLength(character);
  }
}
