/** The rules for the owners of an object. Their existence is checked by the garbage collector. */
import type { GroupVersionKind, Report } from '@keelson/schema';
import { parseGroupVersion } from '../versions/group-version.ts';

export interface OwnerReference {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** All paths are those of the list: clients know them without an index. */
export function validateOwnerReferences(
  owners: readonly OwnerReference[],
  bannedOwners: readonly GroupVersionKind[],
  report: Report,
): void {
  const path = 'ownerReferences';
  let controller: string | undefined;
  for (const owner of owners) {
    validateOwner(owner, bannedOwners, report);
    if (owner.controller !== true) continue;
    const name = owner.name ?? '';
    if (controller === undefined) controller = name;
    else {
      const found = `Found "true" in references for ${controller} and ${name}`;
      report.invalid(path, owners, `Only one reference can have Controller set to true. ${found}`);
    }
  }
}

function validateOwner(owner: OwnerReference, banned: readonly GroupVersionKind[], report: Report): void {
  const { apiVersion = '', kind = '', name = '', uid = '' } = owner;
  const parsed = parseGroupVersion(apiVersion);
  const { group, version } = parsed.ok ? parsed.groupVersion : { group: '', version: '' };
  report.within('ownerReferences', () => {
    if (version === '') report.invalid('apiVersion', apiVersion, 'version must not be empty');
    if (kind === '') report.invalid('kind', kind, 'kind must not be empty');
    if (name === '') report.invalid('name', name, 'name must not be empty');
    if (uid === '') report.invalid('uid', uid, 'uid must not be empty');
    if (banned.some((other) => other.group === group && other.version === version && other.kind === kind)) {
      report.invalid('', owner, `${group}/${version}, Kind=${kind} is disallowed from being an owner`);
    }
  });
}
