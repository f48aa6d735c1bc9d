/** `apiVersion` texts: a group and a version, or a version alone for the group without a name. */

export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

export type GroupVersionResult =
  { readonly ok: true; readonly groupVersion: GroupVersion } | { readonly ok: false; readonly problem: string };

/** Empty text is the empty group version. */
export function parseGroupVersion(text: string): GroupVersionResult {
  const slash = text.indexOf('/');
  if (text === '' || text === '/') return { ok: true, groupVersion: { group: '', version: '' } };
  if (slash < 0) return { ok: true, groupVersion: { group: '', version: text } };
  if (text.includes('/', slash + 1)) return { ok: false, problem: `unexpected GroupVersion string: ${text}` };
  return { ok: true, groupVersion: { group: text.slice(0, slash), version: text.slice(slash + 1) } };
}

/** A kind or a resource with its group: `Job.batch`, `configmaps`. */
export function qualify(name: string, group: string): string {
  return group === '' ? name : `${name}.${group}`;
}
