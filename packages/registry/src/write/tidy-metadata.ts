/** Drops what the API no longer keeps of the metadata that clients send, and tells them. */
import type { ApiObject } from '../objects/api-object.ts';

/** Owners are told apart by uid; the first of each stays. `isAdmitted`: plugins have had their turn. */
export function dropDuplicateOwners({ metadata }: ApiObject, isAdmitted: boolean, warnings: Set<string>): void {
  const { ownerReferences } = metadata;
  if (ownerReferences === undefined) return;
  const seen = new Set<string>();
  const duplicates = new Set<string>();
  const kept = ownerReferences.filter(({ uid }) => {
    if (seen.has(uid)) duplicates.add(uid);
    const isFirst = !seen.has(uid);
    seen.add(uid);
    return isFirst;
  });
  if (duplicates.size === 0) return;
  metadata.ownerReferences = kept;
  const when = isAdmitted ? ' after mutating admission happens' : '';
  const what = `.metadata.ownerReferences contains duplicate entries${when}`;
  const advice =
    'API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests';
  warnings.add(`${what}; ${advice}; duplicate UID(s) observed: ${[...duplicates].join(', ')}`);
}

export function dropClusterName({ metadata }: ApiObject, warnings: Set<string>): void {
  if ((metadata.clusterName ?? '') === '') return;
  delete metadata.clusterName;
  warnings.add(
    'metadata.clusterName was specified. This field is not preserved and will be removed from the schema in 1.25',
  );
}
