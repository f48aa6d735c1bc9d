/**
 * Event handlers, which keep state derived from all objects of a resource in step with
 * the cache: they are called in the same turn in which the cache takes a change in, before
 * anyone learns that the cache has reached its revision. Watches are served in turns of
 * their own, later.
 */
import type { Logger } from '@keelson/telemetry';

import { isReadable } from '../objects/object-version.ts';
import type { ObjectVersion, Version } from '../objects/object-version.ts';
import { namesOf } from '../read/scope.ts';
import type { Resource } from '../resources/resource.ts';

export interface FollowedName {
  /** Empty for resources without namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/** Called often and between other work: it should be quick, and what it throws is logged and otherwise lost. */
export interface Follower {
  /** The whole state, which replaces everything delivered before. Also called after a restart of the watch cache. */
  onState(objects: readonly (readonly [FollowedName, ObjectVersion])[]): void;
  /** `undefined` once it is deleted, and while its value cannot be read: there is then nothing to decide by. */
  onChange(name: FollowedName, object: ObjectVersion | undefined): void;
}

export interface Followers {
  /** Returns a function that removes it. It gets the state at once if the resource is loaded, else once it is. */
  add(resource: Resource, follower: Follower): () => void;
  /** A change was taken in. While a resource is loading, its changes are part of what is loaded. */
  tell(resource: Resource, event: Version): void;
  tellState(resource: Resource): void;
}

export function createFollowers(logger: Pick<Logger, 'error'>): Followers {
  const byResource = new WeakMap<Resource, Set<Follower>>();

  const guard = (resource: Resource, run: () => void): void => {
    try {
      run();
    } catch (error) {
      logger.error('A follower of a resource failed', { resource: resource.name, error });
    }
  };

  return {
    add: (resource, follower) => {
      const followers = byResource.get(resource) ?? new Set();
      byResource.set(resource, followers.add(follower));
      if (resource.isLoaded) guard(resource, () => follower.onState(stateOf(resource)));
      return () => void followers.delete(follower);
    },
    tell: (resource, event) => {
      const followers = byResource.get(resource);
      if (followers === undefined || !resource.isLoaded) return;
      const name = namesOf(resource, event.key);
      const object = isReadable(event) ? event : undefined;
      for (const follower of followers) guard(resource, () => follower.onChange(name, object));
    },
    tellState: (resource) => {
      const followers = byResource.get(resource);
      if (followers === undefined) return;
      const state = stateOf(resource);
      for (const follower of followers) guard(resource, () => follower.onState(state));
    },
  };
}

function stateOf(resource: Resource): (readonly [FollowedName, ObjectVersion])[] {
  const state: (readonly [FollowedName, ObjectVersion])[] = [];
  resource.tree.scan(resource.folder, resource.folder, (head) => {
    if (isReadable(head)) state.push([namesOf(resource, head.key), head]);
    return true;
  });
  return state;
}
