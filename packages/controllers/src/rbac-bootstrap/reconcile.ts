/**
 * Reconciles a default role or binding that exists already: missing rules and subjects are
 * added, additions stay, and an object that opts out of autoupdate is left alone.
 */
import type { DefaultBindingObject, DefaultRoleObject } from '@keelson/api';
import { findUncovered, readBinding, readRole } from '@keelson/auth';
import type { ApiObject } from '@keelson/registry';

export type Reconciled =
  | { readonly kind: 'keep' }
  | { readonly kind: 'update'; readonly object: ApiObject }
  /** It grants another role, which cannot be changed: it has to be made anew. */
  | { readonly kind: 'replace'; readonly object: ApiObject };

const anyId = { kind: '', namespace: '', name: '' };
const keep: Reconciled = { kind: 'keep' };

export function reconcileRole(found: ApiObject, wanted: DefaultRoleObject, autoupdate: string): Reconciled {
  if (isLeftAlone(found, autoupdate)) return keep;
  const metadata = mergeMetadata(found, wanted);
  const missing = wanted.aggregationRule === undefined ? findUncovered(rulesOf(found), rulesOf(wanted)) : [];
  const selectors = missingSelectors(found, wanted);
  if (metadata === undefined && missing.length === 0 && selectors.length === 0) return keep;
  const rules = found['rules'] as readonly unknown[] | null | undefined;
  const { clusterRoleSelectors = [] } = aggregationOf(found);
  return {
    kind: 'update',
    object: {
      ...found,
      ...(metadata !== undefined && { metadata }),
      ...(missing.length > 0 && { rules: [...(rules ?? []), ...missing] }),
      ...(selectors.length > 0 && {
        aggregationRule: { clusterRoleSelectors: [...clusterRoleSelectors, ...selectors] },
      }),
    },
  };
}

export function reconcileBinding(found: ApiObject, wanted: DefaultBindingObject, autoupdate: string): Reconciled {
  if (isLeftAlone(found, autoupdate)) return keep;
  const { roleRef, subjects } = readBinding(anyId, found);
  const isOther = roleRef.kind !== wanted.roleRef.kind || roleRef.name !== wanted.roleRef.name;
  const metadata = mergeMetadata(found, wanted);
  const named = new Set(subjects.map(({ kind, namespace, name }) => `${kind}/${namespace}/${name}`));
  const missing = wanted.subjects.filter(
    ({ kind, namespace = '', name }) => !named.has(`${kind}/${namespace}/${name}`),
  );
  if (!isOther && metadata === undefined && missing.length === 0) return keep;
  const object = {
    ...found,
    ...(metadata !== undefined && { metadata }),
    roleRef: wanted.roleRef,
    subjects: [...((found['subjects'] as readonly unknown[] | undefined) ?? []), ...missing],
  };
  if (!isOther) return { kind: 'update', object };
  const { name, namespace, labels, annotations } = object.metadata;
  const fresh = { name, namespace, labels, annotations } as ApiObject['metadata'];
  return { kind: 'replace', object: { ...object, metadata: fresh } };
}

function isLeftAlone({ metadata }: ApiObject, autoupdate: string): boolean {
  const { annotations } = metadata;
  return annotations !== undefined && Object.hasOwn(annotations, autoupdate) && annotations[autoupdate] === 'false';
}

/** `undefined` where no label and no annotation is missing. Changed values stay. */
function mergeMetadata(
  { metadata }: ApiObject,
  wanted: DefaultRoleObject | DefaultBindingObject,
): ApiObject['metadata'] | undefined {
  const labels = { ...wanted.metadata.labels, ...metadata.labels };
  const annotations = { ...wanted.metadata.annotations, ...metadata.annotations };
  const isSame =
    Object.keys(labels).length === Object.keys(metadata.labels ?? {}).length &&
    Object.keys(annotations).length === Object.keys(metadata.annotations ?? {}).length;
  return isSame ? undefined : { ...metadata, labels, annotations };
}

function rulesOf(role: object) {
  return readRole(anyId, role).rules;
}

interface Aggregation {
  readonly clusterRoleSelectors?: readonly unknown[];
}

function aggregationOf(role: object): Aggregation {
  return (role as { readonly aggregationRule?: Aggregation }).aggregationRule ?? {};
}

function missingSelectors(found: ApiObject, wanted: DefaultRoleObject): readonly unknown[] {
  const there = new Set((aggregationOf(found).clusterRoleSelectors ?? []).map((each) => JSON.stringify(each)));
  return (aggregationOf(wanted).clusterRoleSelectors ?? []).filter((each) => !there.has(JSON.stringify(each)));
}
