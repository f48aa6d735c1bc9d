/** All migrations: by the versions that are removed, what their authors have to know and decide. */
import { extensionMigrations } from './extension-migrations.ts';
import type { Migration, NotableChange, OldObject } from './migration.ts';
import { networkingMigrations } from './networking-migrations.ts';
import { policyMigrations } from './policy-migrations.ts';
import { workloadMigrations } from './workload-migrations.ts';

const migrations: readonly Migration[] = [
  ...extensionMigrations,
  ...networkingMigrations,
  ...policyMigrations,
  ...workloadMigrations,
];

/** `version` as in `apiVersion`, with `{domain}`. Empty for a migration that changes the version alone. */
export function notableChanges(version: string, kind: string): readonly NotableChange[] {
  const found = migrations.filter(({ kinds, from }) => kinds.includes(kind) && from.includes(version));
  return found
    .flatMap(({ changes }) => changes)
    .filter(({ versions }) => versions === undefined || versions.includes(version));
}

/** Returns `path: what to decide` for each place of an object, in canonical form and without defaults. */
export function findDecisions(version: string, kind: string, object: OldObject): readonly string[] {
  return notableChanges(version, kind).flatMap(({ decide }) => decide?.(object) ?? []);
}
