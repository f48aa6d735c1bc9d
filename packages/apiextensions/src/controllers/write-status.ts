/** Writes the status of a definition, as of the version that it was worked out of. */
import type { Condition } from '../definition/conditions.ts';
import type { CachedDefinition, Definition, DefinitionNames } from '../definition/definition.ts';
import { caller, isOutdated, type DefinitionControllerParts } from './parts.ts';

export interface DefinitionStatus {
  readonly conditions: readonly Condition[];
  readonly acceptedNames?: DefinitionNames;
}

/** Rejects if it has to be tried again. What was changed meanwhile, or deleted, comes again by itself. */
export async function writeStatus(
  { registry, definitions }: Pick<DefinitionControllerParts, 'registry' | 'definitions'>,
  { name, version }: CachedDefinition,
  status: DefinitionStatus,
): Promise<void> {
  const patch = { metadata: { resourceVersion: String(version.revision) }, status };
  const written = await registry.patch(
    { resource: definitions, name, subresource: 'status' },
    { patch: { kind: 'merge', bytes: Buffer.from(JSON.stringify(patch)) }, options: {}, caller },
  );
  if (!written.ok && !isOutdated(written.status.code)) throw new Error(written.status.message ?? 'it was refused');
}

export function conditionsOf({ status }: Definition): readonly Condition[] {
  return status.conditions ?? [];
}
