/**
 * The graph of owners and dependents. It holds objects that own, are owned, or are deleted with regard to dependents,
 * and no others: some 300 bytes each. It does no input or output, and decides nothing: it tells what is to be examined.
 */
import type { RegisteredResource } from '@keelson/informers';
import type { ObjectOwner } from '@keelson/informers';

import type { Dependents, GraphNode, OwnerLink } from './graph-node.ts';
import type { ObjectFacts } from './object-facts.ts';

export interface GraphEvents {
  /** The object is to be examined: it may have to go, or be released. */
  examine(node: GraphNode): void;
  /** The same for many. */
  examineAll(nodes: readonly GraphNode[]): void;
  /** The object is deleted, and leaves its dependents behind. */
  orphan(node: GraphNode): void;
  /** No object with this uid is known. Returns true if there is one, which will be put into the graph. */
  findOwner(link: OwnerLink, dependent: GraphNode): boolean;
  /** The object with this uid is gone, and had dependents. */
  ownerGone(dependents: Dependents, owner: GraphNode): void;
}

export interface OwnerGraph {
  node(key: string): GraphNode | undefined;
  dependentsOf(uid: string): Dependents | undefined;
  put(key: string, place: RegisteredResource, facts: ObjectFacts): void;
  /** The object is gone. */
  remove(key: string): void;
  /** The object may be there still, and is not seen any more. */
  forget(key: string): void;
  nodesOf(place: RegisteredResource): readonly GraphNode[];
  size(): number;
}

/** Ways to refer to one owner that are compared with; a hostile user could make them many. */
const sharedLinks = 4;

export function createOwnerGraph(events: GraphEvents): OwnerGraph {
  return new Graph(events);
}

class Graph implements OwnerGraph {
  readonly #events: GraphEvents;
  readonly #nodes = new Map<string, GraphNode>();
  readonly #dependents = new Map<string, Dependents>();

  constructor(events: GraphEvents) {
    this.#events = events;
  }

  node(key: string): GraphNode | undefined {
    return this.#nodes.get(key);
  }

  dependentsOf(uid: string): Dependents | undefined {
    return this.#dependents.get(uid);
  }

  nodesOf(place: RegisteredResource): readonly GraphNode[] {
    return [...this.#nodes.values()].filter((node) => node.place === place);
  }

  size(): number {
    return this.#nodes.size;
  }

  put(key: string, place: RegisteredResource, facts: ObjectFacts): void {
    let node = this.#nodes.get(key);
    if (node !== undefined && node.uid !== facts.uid) {
      this.remove(key);
      node = undefined;
    } else if (node !== undefined && node.place !== place) {
      this.forget(key);
      node = undefined;
    }
    if (node === undefined && !this.#isTracked(facts.uid, facts)) return;
    if (node === undefined) this.#nodes.set(key, (node = { key, place, uid: facts.uid, links: [], state: 'live' }));
    this.#relink(node, facts.owners);
    this.#adopt(node);
    this.#move(node, facts.state);
    if (!this.#isTracked(node.uid, facts)) this.#nodes.delete(key);
  }

  remove(key: string): void {
    const node = this.#nodes.get(key);
    const dependents = node && this.#dependents.get(node.uid);
    if (node !== undefined && dependents?.owner === node) this.#events.ownerGone(dependents, node);
    this.forget(key);
  }

  forget(key: string): void {
    const node = this.#nodes.get(key);
    if (node === undefined) return;
    this.#nodes.delete(key);
    this.#relink(node, []);
    const dependents = this.#dependents.get(node.uid);
    if (dependents?.owner !== node) return;
    dependents.owner = undefined;
    this.#events.examineAll([...dependents.nodes]);
  }

  #isTracked(uid: string, { owners, state }: ObjectFacts): boolean {
    return owners.length > 0 || state === 'waits' || state === 'orphans' || this.#dependents.has(uid);
  }

  /** Dependents may have been added before their owner. */
  #adopt(node: GraphNode): void {
    const dependents = this.#dependents.get(node.uid);
    if (dependents === undefined || dependents.owner === node) return;
    dependents.owner = node;
    this.#examineUnblocked(dependents);
  }

  #relink(node: GraphNode, owners: readonly ObjectOwner[]): void {
    const before = node.links;
    if (before.length === 0 && owners.length === 0) return;
    const now = new Map<string, ObjectOwner>();
    for (const owner of owners) {
      // One that owns itself would wait for itself.
      if (owner.uid !== '' && owner.uid !== node.uid) now.set(owner.uid, mergeOwners(now.get(owner.uid), owner));
    }
    const old = new Map(before.map((link) => [link.owner.uid, link]));
    node.links = [...now.values()].map((owner) => this.#link(node, owner, old.get(owner.uid)));
    for (const link of before) if (!now.has(link.owner.uid)) this.#unlink(node, link);
  }

  #link(node: GraphNode, owner: ObjectOwner, old: OwnerLink | undefined): OwnerLink {
    const dependents = this.#dependentsOn(owner.uid);
    const isSame = old !== undefined && isSameName(old, owner);
    if (isSame && old.blocks === owner.blockOwnerDeletion) return old;
    const link = shareLink(dependents, owner);
    dependents.nodes.add(node);
    if (old?.blocks === true) dependents.blocking -= 1;
    if (link.blocks) dependents.blocking += 1;
    if (isSame) this.#examineUnblocked(dependents);
    else this.#examineLinked(node, link, dependents);
    return link;
  }

  #unlink(node: GraphNode, { owner, blocks }: OwnerLink): void {
    const dependents = this.#dependents.get(owner.uid);
    if (dependents?.nodes.delete(node) !== true) return;
    if (blocks) dependents.blocking -= 1;
    this.#examineUnblocked(dependents);
    if (dependents.nodes.size > 0) return;
    this.#dependents.delete(owner.uid);
    const known = dependents.owner;
    if (known?.links.length === 0 && (known.state === 'live' || known.state === 'deleting')) {
      this.#nodes.delete(known.key);
    }
  }

  #dependentsOn(uid: string): Dependents {
    let dependents = this.#dependents.get(uid);
    if (dependents === undefined) {
      dependents = { uid, owner: undefined, nodes: new Set(), blocking: 0, links: [] };
      this.#dependents.set(uid, dependents);
    }
    return dependents;
  }

  /** A dependent of an object that is there and stays needs no examination. */
  #examineLinked(node: GraphNode, link: OwnerLink, { owner }: Dependents): void {
    const isFound = owner === undefined && this.#events.findOwner(link, node);
    if (isFound) return;
    const isSettled = owner !== undefined && owner.state !== 'waits' && isNamed(owner, link, node);
    if (!isSettled) this.#events.examine(node);
  }

  #examineUnblocked({ owner, blocking }: Dependents): void {
    if (owner?.state === 'waits' && blocking === 0) this.#events.examine(owner);
  }

  #move(node: GraphNode, state: GraphNode['state']): void {
    if (node.state === state) return;
    node.state = state;
    if (state === 'orphans') this.#events.orphan(node);
    if (state !== 'waits') return;
    this.#events.examineAll([...(this.#dependents.get(node.uid)?.nodes ?? [])]);
    this.#events.examine(node);
  }
}

function mergeOwners(known: ObjectOwner | undefined, owner: ObjectOwner): ObjectOwner {
  return known === undefined || owner.blockOwnerDeletion
    ? owner
    : { ...owner, blockOwnerDeletion: known.blockOwnerDeletion };
}

function isSameName({ owner }: OwnerLink, { apiVersion, kind, name }: ObjectOwner): boolean {
  return owner.name === name && owner.kind === kind && owner.apiVersion === apiVersion;
}

function shareLink(dependents: Dependents, owner: ObjectOwner): OwnerLink {
  const { uid } = dependents;
  const { apiVersion, kind, name, blockOwnerDeletion: blocks } = owner;
  const known = dependents.links.find((link) => link.blocks === blocks && isSameName(link, owner));
  if (known !== undefined) return known;
  const link: OwnerLink = { owner: { uid, apiVersion, kind, name }, blocks };
  if (dependents.links.length < sharedLinks) dependents.links.push(link);
  return link;
}

/** The name of the reference leads to the object, as far as the graph can tell. */
function isNamed(owner: GraphNode, { owner: named }: OwnerLink, dependent: GraphNode): boolean {
  const { stored } = owner.place;
  const separator = named.apiVersion.lastIndexOf('/');
  const group = separator < 0 ? '' : named.apiVersion.slice(0, separator);
  if (stored.kind !== named.kind || stored.group !== group) return false;
  const namespace = stored.scope === 'Namespaced' ? dependent.place.cache.namesOf(dependent).namespace : undefined;
  if (namespace === '') return false;
  return owner.place.keyOf(namespace, named.name) === owner.key;
}
