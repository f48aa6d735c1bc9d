/** A kind by its group and version, and kinds that are served without a resource of their own. */
import type { Printed } from './columns.ts';
import type { Message } from './descriptor.ts';

export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A kind that has no resource of its own. */
export interface ServedKind extends GroupVersionKind, Printed {
  readonly message: Message;
  /** Older versions of the group that a body may be in: they have the same fields. */
  readonly alsoIn?: readonly string[];
}

export function groupVersion(of: { readonly group: string; readonly version: string }): string {
  return of.group === '' ? of.version : `${of.group}/${of.version}`;
}
