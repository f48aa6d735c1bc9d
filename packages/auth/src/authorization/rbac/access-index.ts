/**
 * All roles and bindings, indexed by subject. It changes object by object; values derived
 * from it are valid while its generation is unchanged.
 */
import { compileRules } from './compile-rules.ts';
import type { CompiledRules } from './compile-rules.ts';
import type { Binding, ObjectId, Role, Subject } from './access-objects.ts';
import { keyOfSubject } from './subjects.ts';

/** One binding, as it concerns one of its subjects. */
export interface Grant {
  readonly binding: Binding;
  readonly subject: Subject;
}

export interface KnownRole extends Role {
  readonly compiled: CompiledRules;
}

export interface AccessIndex {
  putRole(role: Role): void;
  putBinding(binding: Binding): void;
  /** Of a role or a binding; nothing happens if it is not there. */
  remove(id: ObjectId): void;
  /** Another number after every change. */
  generation(): number;
  /** The role that a binding refers to, if it is there. */
  roleOf(binding: Binding): KnownRole | undefined;
  role(id: ObjectId): KnownRole | undefined;
  /** The bindings of one namespace, or the cluster's ('') that name the subject of this key. */
  grants(namespace: string, subjectKey: string): Iterable<Grant>;
  /** The namespaces with bindings; the empty name is cluster scope. */
  namespaces(): Iterable<string>;
}

/** Compiled on first use: most roles of a cluster are bound to no caller, and many change at once. */
class IndexedRole implements KnownRole {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly rules: Role['rules'];
  #compiled: CompiledRules | undefined;

  constructor({ kind, namespace, name, rules }: Role) {
    this.kind = kind;
    this.namespace = namespace;
    this.name = name;
    this.rules = rules;
  }

  get compiled(): CompiledRules {
    return (this.#compiled ??= compileRules(this.rules));
  }
}

type GrantsBySubject = Map<string, Map<string, Grant>>;

export function createAccessIndex(): AccessIndex {
  const roles = new Map<string, KnownRole>();
  const bindings = new Map<string, Binding>();
  const byNamespace = new Map<string, GrantsBySubject>();
  let generation = 0;

  const find = (kind: string, namespace: string, name: string): KnownRole | undefined =>
    roles.get(keyOf({ kind, namespace, name }));

  const takeOut = (id: string): void => {
    const binding = bindings.get(id);
    if (binding === undefined) return;
    bindings.delete(id);
    removeGrants(byNamespace, id, binding);
  };

  return {
    putRole: (role) => {
      generation += 1;
      roles.set(keyOf(role), new IndexedRole(role));
    },
    putBinding: (binding) => {
      generation += 1;
      const id = keyOf(binding);
      takeOut(id);
      bindings.set(id, binding);
      addGrants(byNamespace, id, binding);
    },
    remove: (object) => {
      generation += 1;
      const id = keyOf(object);
      roles.delete(id);
      takeOut(id);
    },
    generation: () => generation,
    role: ({ kind, namespace, name }) => find(kind, namespace, name),
    // The kind decides if the role is namespaced, so only one of the two look-ups can succeed.
    roleOf: ({ namespace, roleRef: { kind, name } }) => find(kind, namespace, name) ?? find(kind, '', name),
    grants: (namespace, subjectKey) => byNamespace.get(namespace)?.get(subjectKey)?.values() ?? nothing,
    namespaces: () => byNamespace.keys(),
  };
}

const nothing: readonly Grant[] = [];

/** Neither kinds nor namespaces nor names have a slash. */
function keyOf({ kind, namespace, name }: ObjectId): string {
  return `${kind}/${namespace}/${name}`;
}

function addGrants(byNamespace: Map<string, GrantsBySubject>, id: string, binding: Binding): void {
  const bySubject = entryOf(byNamespace, binding.namespace, (): GrantsBySubject => new Map());
  for (const subject of binding.subjects) {
    const key = keyOfSubject(subject, binding);
    if (key === undefined) continue;
    const grants = entryOf(bySubject, key, () => new Map<string, Grant>());
    if (!grants.has(id)) grants.set(id, { binding, subject });
  }
}

function removeGrants(byNamespace: Map<string, GrantsBySubject>, id: string, binding: Binding): void {
  const bySubject = byNamespace.get(binding.namespace);
  if (bySubject === undefined) return;
  for (const subject of binding.subjects) {
    const key = keyOfSubject(subject, binding) ?? '';
    const grants = bySubject.get(key);
    grants?.delete(id);
    if (grants?.size === 0) bySubject.delete(key);
  }
  if (bySubject.size === 0) byNamespace.delete(binding.namespace);
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let entry = map.get(key);
  if (entry === undefined) map.set(key, (entry = make()));
  return entry;
}
