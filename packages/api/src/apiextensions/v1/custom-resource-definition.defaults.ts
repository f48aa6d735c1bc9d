/** Defaults of CustomResourceDefinitions: derived names, conversion strategy None, stored versions. */
interface Names {
  singular?: string;
  kind: string;
  listKind?: string;
}

interface Spec {
  names: Names;
  conversion?: { strategy: string };
}

interface Definition {
  spec: { versions: readonly { readonly name: string; readonly storage: boolean }[] | null };
  status: { storedVersions: string[] | null };
}

export function completeNames(names: Names): void {
  if ((names.singular ?? '') === '' && names.kind !== '') names.singular = names.kind.toLowerCase();
  if ((names.listKind ?? '') === '' && names.kind !== '') names.listKind = `${names.kind}List`;
}

export function completeConversion(spec: Spec): void {
  spec.conversion ??= { strategy: 'None' };
}

/** The storage version counts as stored from the start. */
export function completeStoredVersions({ spec, status }: Definition): void {
  if (status.storedVersions !== null && status.storedVersions.length > 0) return;
  const stored = spec.versions?.find(({ storage }) => storage);
  if (stored !== undefined) status.storedVersions = [stored.name];
}
