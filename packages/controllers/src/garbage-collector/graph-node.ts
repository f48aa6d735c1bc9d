/** The parts of the graph of owners: an object that owns or is owned, a reference, and what refers to one uid. */
import type { RegisteredResource } from '@keelson/informers';

import type { DeletionState } from './object-facts.ts';

/** Shared by all dependents that name the owner in the same way. */
export interface OwnerName {
  readonly uid: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

export interface OwnerLink {
  readonly owner: OwnerName;
  readonly blocks: boolean;
}

export interface GraphNode {
  /** The key in the store. */
  readonly key: string;
  readonly place: RegisteredResource;
  readonly uid: string;
  /** At most one for each uid. */
  links: readonly OwnerLink[];
  state: DeletionState;
  /** Not before this time, of the clock of controllers, is it released from an owner that is deleted in the foreground. */
  releaseMs?: number;
}

/** All that refers to one uid, be there an object with it or not. */
export interface Dependents {
  readonly uid: string;
  /** The object with this uid, if it has been seen under one of the names that it is referred to by. */
  owner: GraphNode | undefined;
  readonly nodes: Set<GraphNode>;
  /** The number of nodes that block the deletion of the owner in the foreground. */
  blocking: number;
  /** The first ways in which it is referred to; further ones are not shared. */
  readonly links: OwnerLink[];
}
