/** Error messages for unsupported field selectors. */
import { quote } from '@keelson/schema';

/** For resources that are selected by name and namespace alone. */
export function wordUnknownField(field: string): string {
  return `${quote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
}

/** For resources with fields of their own, and custom resources. */
export function wordUnsupportedField(field: string): string {
  return `field label not supported: ${field}`;
}

export function wordUnsupportedFieldOf(field: string, kind: string): string {
  return `field label ${quote(field)} not supported for ${kind}`;
}
