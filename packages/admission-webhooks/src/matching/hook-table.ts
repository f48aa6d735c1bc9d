/**
 * The webhooks of one phase, compiled: which of them a kind of request meets is worked out once for each resource,
 * operation and namespace, and looked up from then on. Immutable but for what it remembers; a change of a
 * configuration, or of the declarations, makes a new one.
 */
import type { Resource, Scheme } from '@keelson/schema';

import type { Invocation, LabelsOf, ReviewOperation } from '../contract.ts';
import type { CompiledHook, DeclaredRule } from './compiled-hook.ts';
import { matchesRule } from './match-rule.ts';
import { SelectorIndex } from './selector-index.ts';

export interface Candidate extends Invocation {
  readonly compiled: CompiledHook;
}

type ByObject = SelectorIndex<Candidate>;

/** Those whose rules match. */
export interface Candidates {
  readonly all: readonly Candidate[];
  /** Some select by the labels of the namespace. */
  readonly selectNamespaces: boolean;
  readonly byNamespace: SelectorIndex<Candidate>;
  /** By the labels of a namespace, which are one object for each version of it. */
  readonly byObject: WeakMap<object, ByObject>;
  readonly everywhere: ByObject;
}

const orderOf = ({ hook }: Candidate): number => hook.index;

export class HookTable {
  readonly #hooks: readonly CompiledHook[];
  readonly #scheme: Scheme;
  readonly #edition: number;
  readonly #known = new WeakMap<Resource, Map<string, Candidates>>();
  readonly #byUid: ReadonlyMap<string, CompiledHook>;

  constructor(hooks: readonly CompiledHook[], scheme: Scheme) {
    this.#hooks = hooks;
    this.#scheme = scheme;
    this.#edition = scheme.edition;
    this.#byUid = new Map(hooks.map((hook) => [hook.settings.uid, hook]));
  }

  get isEmpty(): boolean {
    return this.#hooks.length === 0;
  }

  get hooks(): readonly CompiledHook[] {
    return this.#hooks;
  }

  /** Declarations came or went since: other versions of a resource may stand for it. */
  get isOutdated(): boolean {
    return this.#edition !== this.#scheme.edition;
  }

  hook(uid: string): CompiledHook | undefined {
    return this.#byUid.get(uid);
  }

  candidates(resource: Resource, operation: ReviewOperation, subresource: string): Candidates {
    let known = this.#known.get(resource);
    if (known === undefined) this.#known.set(resource, (known = new Map<string, Candidates>()));
    const key = subresource === '' ? operation : `${operation}/${subresource}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = this.#find(resource, operation, subresource)));
    return found;
  }

  #find(resource: Resource, operation: ReviewOperation, subresource: string): Candidates {
    const asked = { operation, subresource, isNamespaced: resource.scope === 'Namespaced' };
    const twins = this.#scheme
      .versionsOf(resource)
      .filter(
        (each) => !isSame(each, resource) && (subresource === '' || Object.hasOwn(each.subresources, subresource)),
      );
    const all: Candidate[] = [];
    for (const compiled of this.#hooks) {
      const target = targetOf(compiled, resource, twins, asked);
      if (target !== undefined) all.push({ hook: compiled.settings, target: nameOf(target), compiled });
    }
    return {
      all,
      selectNamespaces: all.some(({ compiled }) => compiled.namespaceSelector.length > 0),
      byNamespace: new SelectorIndex(all, ({ compiled }) => compiled.namespaceSelector, orderOf),
      byObject: new WeakMap(),
      everywhere: indexByObject(all),
    };
  }
}

interface Asked {
  readonly operation: ReviewOperation;
  readonly subresource: string;
  readonly isNamespaced: boolean;
}

/** The resource itself where a rule names it, else the first other version of it that one names. */
function targetOf(
  { rules, isEquivalent }: CompiledHook,
  resource: Resource,
  twins: readonly Resource[],
  asked: Asked,
): Resource | undefined {
  const names = (rule: DeclaredRule, { group, version, plural }: Resource): boolean =>
    matchesRule(rule, { ...asked, group, version, plural });
  if (rules.some((rule) => names(rule, resource))) return resource;
  if (!isEquivalent || twins.length === 0) return undefined;
  for (const rule of rules) {
    const twin = twins.find((each) => names(rule, each));
    if (twin !== undefined) return twin;
  }
  return undefined;
}

function isSame(a: Resource, b: Resource): boolean {
  return a.group === b.group && a.version === b.version && a.plural === b.plural;
}

function nameOf({ group, version, plural }: Resource) {
  return { group, version, plural };
}

export function indexByObject(candidates: readonly Candidate[]): ByObject {
  return new SelectorIndex(candidates, ({ compiled }) => compiled.objectSelector, orderOf);
}

/** The labels of a namespace are remembered by their identity; those of one that is being written are not. */
export function inNamespace(candidates: Candidates, labels: LabelsOf, isKept: boolean): ByObject {
  if (!isKept) return indexByObject(candidates.byNamespace.find(labels));
  let found = candidates.byObject.get(labels);
  if (found === undefined) {
    found = indexByObject(candidates.byNamespace.find(labels));
    candidates.byObject.set(labels, found);
  }
  return found;
}
