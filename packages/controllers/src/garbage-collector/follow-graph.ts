/**
 * Keeps the graph in step with the watch cache, of all kinds that are served. Event handlers only note what has
 * changed; the graph takes it from memory as it is then, in slices, so that many changes hold nobody up. Nothing is
 * noted of objects that neither own nor are owned.
 */
import type { LoadedObjects, NamespacedName, ObjectVersion } from '@keelson/cache';
import type { RegisteredResource, RegisteredResources } from '@keelson/informers';
import type { Logger } from '@keelson/telemetry';

import type { AbsentOwners } from './absent-owners.ts';
import { peekOwner, siteOf, type FoundOwner } from './find-owner.ts';
import type { GraphNode, OwnerLink } from './graph-node.ts';
import { createGraphTasks, each, runOnce, type GraphTasks } from './graph-tasks.ts';
import { mayHaveFacts, readFacts } from './object-facts.ts';
import { createOwnerGraph, type OwnerGraph } from './owner-graph.ts';

export interface FollowedGraph {
  readonly graph: OwnerGraph;
  /** An owner was found that the graph may not have. */
  noteOwner(found: FoundOwner): void;
  /** Resolves when the graph is as new as memory was when it was called. */
  whenCurrent(): Promise<void>;
  stop(): void;
}

export interface GraphFollowerParts {
  readonly resources: RegisteredResources;
  readonly absent: AbsentOwners;
  /** To be examined: deleted, released, or let go of. */
  readonly examine: (node: GraphNode) => void;
  readonly orphan: (node: GraphNode) => void;
  /** The objects of a kind are in memory, or are so again: what could not be decided may be now. */
  readonly loaded: () => void;
  readonly logger: Pick<Logger, 'error'>;
}

export function followGraph(parts: GraphFollowerParts): FollowedGraph {
  return new GraphFollower(parts);
}

class GraphFollower implements FollowedGraph {
  readonly graph: OwnerGraph;
  readonly #parts: GraphFollowerParts;
  readonly #tasks: GraphTasks;
  /** Of the event handlers, by the places that are followed. */
  readonly #removers = new Map<RegisteredResource, () => void>();
  readonly #unfollow: () => void;

  constructor(parts: GraphFollowerParts) {
    this.#parts = parts;
    this.#tasks = createGraphTasks(parts.logger);
    this.graph = createOwnerGraph({
      examine: parts.examine,
      orphan: parts.orphan,
      examineAll: (nodes) => this.#examineAll(nodes),
      findOwner: (link, dependent) => this.#findOwner(link, dependent),
      ownerGone: ({ links }, owner) => {
        // Another server is asked itself: a watch of it may end with a list that lacks what is there.
        if (owner.place.isElsewhere === true) return;
        const { namespace } = nodeNames(owner);
        for (const link of links) parts.absent.add(link.owner, namespace);
      },
    });
    this.#unfollow = parts.resources.follow({
      added: (place) => this.#add(place),
      removed: (place) => this.#drop(place),
    });
  }

  noteOwner(found: FoundOwner): void {
    if (this.graph.dependentsOf(found.facts.uid)?.owner === undefined) this.#takeOwner(found);
  }

  whenCurrent(): Promise<void> {
    return this.#tasks.whenDone();
  }

  stop(): void {
    this.#unfollow();
    for (const remove of this.#removers.values()) remove();
    this.#tasks.stop();
  }

  #examineAll(nodes: readonly GraphNode[]): void {
    const { graph } = this;
    this.#tasks.add(each(nodes, (node) => graph.node(node.key) === node && this.#parts.examine(node)));
  }

  #findOwner({ owner }: OwnerLink, dependent: GraphNode): boolean {
    const site = siteOf(this.#parts.resources, owner, nodeNames(dependent).namespace);
    const found = site.kind === 'known' ? peekOwner(site, owner) : undefined;
    if (found === undefined) return false;
    this.#takeOwner(found);
    return found.facts.state !== 'waits';
  }

  /** It may be gone, unnoticed, when its turn comes. */
  #takeOwner(found: FoundOwner): void {
    const { place, version, facts } = found;
    this.#tasks.addFirst(() => {
      // Deletions of kinds that are not followed are not noticed.
      if (!this.#removers.has(place)) return;
      if (!place.cache.isLoaded()) {
        void place.cache.whenLoaded().then(
          () => this.noteOwner(found),
          () => undefined,
        );
        return;
      }
      this.#take(place, version.key, true);
      const dependents = this.graph.dependentsOf(facts.uid);
      if (dependents !== undefined && dependents.owner === undefined) this.#examineAll([...dependents.nodes]);
    });
  }

  /** Puts an object into the graph as memory has it now. */
  #take(place: RegisteredResource, key: string, isOwner = false): void {
    // Its whole state will come.
    if (!this.#removers.has(place) || !place.cache.isLoaded()) return;
    const { graph } = this;
    const names = place.cache.namesOf({ key });
    if (!isOwner && graph.node(key) === undefined) {
      const bytes = place.cache.peekBytes(names);
      if (bytes === undefined || !mayHaveFacts(bytes)) return;
    }
    const version = place.cache.peek(names);
    if (version === undefined) graph.remove(key);
    else graph.put(key, place, readFacts(version));
  }

  #add(place: RegisteredResource): void {
    // Such objects expire by themselves, and nothing is said of their owners.
    if (place.stored.expires === true) return;
    const { graph } = this;
    const onState = (objects: LoadedObjects): void => {
      this.#parts.absent.clear();
      this.#parts.loaded();
      this.#tasks.add(each(graph.nodesOf(place), ({ key }) => this.#take(place, key)));
      this.#tasks.add(each(objects.eachKey(), (key) => this.#take(place, key)));
    };
    const onChange = ({ namespace, name }: NamespacedName, version: ObjectVersion | undefined): void => {
      const key = version?.key ?? place.keyOf(namespace, name);
      // Tasks that wait may put it into the graph: they look at memory then, which is as new as this change.
      const concerns = graph.node(key) !== undefined || (version !== undefined && mayHaveFacts(version.value));
      if (concerns) this.#tasks.add(runOnce(() => this.#take(place, key)));
    };
    this.#removers.set(place, place.cache.addEventHandler({ reads: 'some', onState, onChange }));
  }

  #drop(place: RegisteredResource): void {
    const { graph } = this;
    this.#removers.get(place)?.();
    this.#removers.delete(place);
    this.#tasks.add(each(graph.nodesOf(place), (node) => graph.node(node.key) === node && graph.forget(node.key)));
  }
}

export function nodeNames(node: Pick<GraphNode, 'key' | 'place'>): NamespacedName {
  return node.place.cache.namesOf(node);
}
