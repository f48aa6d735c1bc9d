/**
 * The parts of the API's roles and bindings that decisions need. Nothing here knows
 * where the objects are stored or how they arrive.
 */

/** One rule of a role. Empty lists may be absent. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[] | undefined;
  readonly resources?: readonly string[] | undefined;
  readonly resourceNames?: readonly string[] | undefined;
  readonly nonResourceURLs?: readonly string[] | undefined;
}

/** Which object it is; the namespace is empty for those of the whole cluster. */
export interface ObjectId {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

export interface Role extends ObjectId {
  readonly rules: readonly PolicyRule[];
}

export interface RoleRef {
  readonly apiGroup: string;
  readonly kind: string;
  readonly name: string;
}

export interface Subject {
  readonly kind: string;
  readonly name: string;
  /** Of a service account; empty for one in the namespace of the binding. */
  readonly namespace: string;
}

export interface Binding extends ObjectId {
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** Both take an object as it is stored. What is not as declared counts as empty: it grants nothing. */
export function readRole(id: ObjectId, object: unknown): Role {
  return { ...id, rules: listOf(fieldOf(object, 'rules')).map(readRule) };
}

export function readBinding(id: ObjectId, object: unknown): Binding {
  const roleRef = fieldOf(object, 'roleRef');
  return {
    ...id,
    roleRef: { apiGroup: textOf(roleRef, 'apiGroup'), kind: textOf(roleRef, 'kind'), name: textOf(roleRef, 'name') },
    subjects: listOf(fieldOf(object, 'subjects')).map((subject) => ({
      kind: textOf(subject, 'kind'),
      name: textOf(subject, 'name'),
      namespace: textOf(subject, 'namespace'),
    })),
  };
}

/** A role may have tens of thousands of them, which are read at once: nothing is copied that need not be. */
export function readRule(rule: unknown): PolicyRule {
  const read: { -readonly [K in keyof PolicyRule]: PolicyRule[K] } = { verbs: textsOf(fieldOf(rule, 'verbs')) };
  for (const field of optionalFields) {
    const texts = textsOf(fieldOf(rule, field));
    if (texts.length > 0) read[field] = texts;
  }
  return read;
}

const optionalFields = ['apiGroups', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return noTexts;
  const items = value as readonly unknown[];
  return items.every(isText) ? items : items.filter(isText);
}

const noTexts: readonly string[] = [];

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function fieldOf(object: unknown, field: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, field)) return undefined;
  return (object as Readonly<Record<string, unknown>>)[field];
}

function textOf(object: unknown, field: string): string {
  const value = fieldOf(object, field);
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
