/** Conflicts of an apply: fields that other managers own, and the API's message about them. */
import type { FieldSet } from '../field-sets/field-set.ts';
import { difference } from '../field-sets/algebra.ts';
import { pathsOf } from '../field-sets/paths-of.ts';
import { printPath } from '../field-sets/path-element.ts';
import type { Cause, Refusal } from '../outcome.ts';
import type { Owner } from './owner.ts';

export interface Conflict {
  readonly owner: Owner;
  /** The fields of the owner that are in conflict; never empty. */
  readonly fields: FieldSet;
}

/** By `ownerId`. */
export type Conflicts = ReadonlyMap<string, Conflict>;

export function withoutConflicts(conflicts: Conflicts, allowed: FieldSet): Conflicts {
  const left = new Map<string, Conflict>();
  for (const [id, { owner, fields }] of conflicts) {
    const rest = difference(fields, allowed);
    if (rest.size > 0) left.set(id, { owner, fields: rest });
  }
  return left;
}

/** Limit on conflicts in a message, more than anybody reads. */
const maxTold = 1_000;

export function refuseConflicts(conflicts: Conflicts): Refusal {
  const ids = [...conflicts.keys()].sort();
  const causes: Cause[] = [];
  const lines: string[] = [];
  let count = 0;
  for (const id of ids) {
    const conflict = conflicts.get(id);
    if (conflict === undefined) continue;
    const who = printOwner(conflict.owner);
    if (count < maxTold) lines.push(`conflicts with ${who}:`);
    for (const path of pathsOf(conflict.fields)) {
      count += 1;
      if (count > maxTold) continue;
      const field = printPath(path);
      lines.push(`- ${field}`);
      causes.push({ reason: 'FieldManagerConflict', message: `conflict with ${who}`, field });
    }
  }
  if (count > maxTold) lines.push(`and ${count - maxTold} more`);
  return { ok: false, reason: 'conflict', message: describe(count, causes, lines), causes };
}

function describe(count: number, causes: readonly Cause[], lines: readonly string[]): string {
  const [first] = causes;
  if (count === 1 && first !== undefined) return `Apply failed with 1 conflict: ${first.message}: ${first.field}`;
  return `Apply failed with ${count} conflicts: ${lines.join('\n')}`;
}

function printOwner({ manager, subresource, operation, apiVersion }: Owner): string {
  const via = subresource === '' ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${via}${using}`;
}
