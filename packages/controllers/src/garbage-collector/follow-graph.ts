/**
 * Keeps the graph in step with the watch cache, of all kinds that are served. Event handlers only note what has
 * changed; the graph takes it from memory as it is then, in slices, so that many changes hold nobody up. Nothing is
 * noted of objects that neither own nor are owned.
 */
import type { NamespacedName, ObjectVersion } from '@keelson/cache';
import type { RegisteredResource, RegisteredResources } from '@keelson/informers';
import { giveWay } from '@keelson/telemetry';
import type { Logger } from '@keelson/telemetry';

import type { AbsentOwners } from './absent-owners.ts';
import { peekOwner, siteOf, type FoundOwner } from './find-owner.ts';
import type { GraphNode, OwnerLink } from './graph-node.ts';
import { mayHaveFacts, readFacts } from './object-facts.ts';
import { createOwnerGraph, type GraphEvents, type OwnerGraph } from './owner-graph.ts';

export interface FollowedGraph {
  readonly graph: OwnerGraph;
  /** An owner was found that the graph may not have. */
  noteOwner(found: FoundOwner): void;
  /** Resolves when the graph is as new as memory was when it was called. */
  whenCurrent(): Promise<void>;
  stop(): void;
}

export interface FollowParts {
  readonly resources: RegisteredResources;
  readonly absent: AbsentOwners;
  /** To be examined: deleted, released, or let go of. */
  readonly examine: (node: GraphNode) => void;
  readonly orphan: (node: GraphNode) => void;
  readonly logger: Pick<Logger, 'error'>;
}

/** Work on the graph, in steps. */
type Task = Generator<void, void>;

export function followGraph(parts: FollowParts): FollowedGraph {
  const { resources, absent, logger } = parts;
  const tasks = createTasks(logger);
  const events: GraphEvents = {
    examine: parts.examine,
    orphan: parts.orphan,
    examineAll: (nodes) => tasks.add(each(nodes, (node) => graph.node(node.key) === node && parts.examine(node))),
    findOwner: (link, dependent) => findAndNote(link, dependent),
    ownerGone: ({ links }, owner) => {
      const { namespace } = namesOf(owner);
      for (const link of links) absent.add(link.owner, namespace);
    },
  };
  const graph = createOwnerGraph(events);

  const findAndNote = ({ owner }: OwnerLink, dependent: GraphNode): boolean => {
    const site = siteOf(resources, owner, namesOf(dependent).namespace);
    const found = site.kind === 'known' ? peekOwner(site, owner) : undefined;
    if (found === undefined) return false;
    noteOwner(found);
    return found.facts.state !== 'waits';
  };
  /** It may be gone, unnoticed, when its turn comes. */
  const noteOwner = ({ place, version, facts }: FoundOwner): void =>
    tasks.addFirst(() => {
      take(place, version.key, true);
      const dependents = graph.dependentsOf(facts.uid);
      if (dependents?.owner === undefined) events.examineAll([...(dependents?.nodes ?? [])]);
    });
  /** Puts an object into the graph as memory has it now. */
  const take = (place: RegisteredResource, key: string, isOwner = false): void => {
    // Its whole state will come.
    if (!removers.has(place) || !place.cache.isLoaded()) return;
    const version = place.cache.peek(place.cache.namesOf({ key }));
    if (version === undefined) graph.remove(key);
    else if (isOwner || graph.node(key) !== undefined || mayHaveFacts(version)) {
      graph.put(key, place, readFacts(version));
    }
  };

  const removers = new Map<RegisteredResource, () => void>();
  const add = (place: RegisteredResource): void => {
    // Such objects expire by themselves, and nothing is said of their owners.
    if (place.stored.expires === true) return;
    const onState = (objects: readonly (readonly [NamespacedName, ObjectVersion])[]): void => {
      absent.clear();
      tasks.add(each(graph.nodesOf(place), ({ key }) => take(place, key)));
      tasks.add(each(objects, ([, { key }]) => take(place, key)));
    };
    const onChange = ({ namespace, name }: NamespacedName, version: ObjectVersion | undefined): void => {
      const key = version?.key ?? place.keyOf(namespace, name);
      // Tasks that wait may put it into the graph: they look at memory then, which is as new as this change.
      const concerns = graph.node(key) !== undefined || (version !== undefined && mayHaveFacts(version));
      if (concerns) tasks.add(once(() => take(place, key)));
    };
    removers.set(place, place.cache.addEventHandler({ onState, onChange }));
  };
  const drop = (place: RegisteredResource): void => {
    removers.get(place)?.();
    removers.delete(place);
    tasks.add(each(graph.nodesOf(place), (node) => graph.node(node.key) === node && graph.forget(node.key)));
  };
  const unfollow = resources.follow({ added: add, removed: drop });

  return {
    graph,
    noteOwner: (found) => {
      if (graph.dependentsOf(found.facts.uid)?.owner === undefined) noteOwner(found);
    },
    whenCurrent: tasks.whenDone,
    stop: () => {
      unfollow();
      for (const remove of removers.values()) remove();
      tasks.stop();
    },
  };
}

export function namesOf(node: Pick<GraphNode, 'key' | 'place'>): NamespacedName {
  return node.place.cache.namesOf(node);
}

function* each<T>(items: readonly T[], visit: (item: T) => unknown): Task {
  for (const item of items) {
    visit(item);
    yield;
  }
}

function* once(run: () => void): Task {
  run();
  yield;
}

interface Tasks {
  add(task: Task): void;
  /** Before what waits, and before the next step of what runs. */
  addFirst(run: () => void): void;
  /** Resolves when all that were added before have run, or nothing runs any more. */
  whenDone(): Promise<void>;
  stop(): void;
}

/** In the order in which they were added. */
function createTasks(logger: Pick<Logger, 'error'>): Tasks {
  let waiting: Task[] = [];
  let urgent: (() => void)[] = [];
  let isRunning = false;
  let isStopped = false;
  const waiters = new Set<() => void>();

  const guard = (run: () => boolean | undefined): boolean => {
    try {
      return run() === true;
    } catch (error) {
      logger.error('The graph of owners could not take a change', { error });
      return true;
    }
  };
  const runUrgent = (): void => {
    for (let next = urgent.shift(); next !== undefined; next = urgent.shift()) {
      const now = next;
      guard(() => (now(), true));
    }
  };
  const runTask = async (task: Task): Promise<void> => {
    while (!isStopped && !guard(() => task.next().done)) {
      runUrgent();
      const paused = giveWay();
      if (paused !== undefined) await paused;
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0 || urgent.length > 0) {
      runUrgent();
      const tasks = waiting;
      waiting = [];
      for (const task of tasks) await runTask(task);
    }
    isRunning = false;
  };
  /** Not in the turn of the watch cache. */
  const begin = (): void => {
    if (isRunning || isStopped) return;
    isRunning = true;
    setImmediate(() => void run());
  };
  return {
    add: (task) => {
      waiting.push(task);
      begin();
    },
    addFirst: (next) => {
      urgent.push(next);
      begin();
    },
    whenDone: () =>
      new Promise((resolve) => {
        if (isStopped) return resolve();
        const settle = (): void => {
          waiters.delete(settle);
          resolve();
        };
        waiters.add(settle);
        waiting.push(once(settle));
        begin();
      }),
    stop: () => {
      isStopped = true;
      waiting = [];
      urgent = [];
      for (const settle of waiters) settle();
    },
  };
}
