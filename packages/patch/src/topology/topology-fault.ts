/** A value that does not have the structure of its type: thrown by what walks it, caught where the walk began. */
import { printElement } from '../field-sets/path-element.ts';
import type { PathElement } from '../field-sets/path-element.ts';

export class TopologyFault extends Error {
  /** Where it is, outermost step first. */
  readonly path: PathElement[] = [];

  get text(): string {
    return this.path.length === 0 ? this.message : `${this.path.map(printElement).join('')}: ${this.message}`;
  }
}

/** Passes a fault on as one of what the element leads to. */
export function within<T>(element: PathElement, walk: () => T): T {
  try {
    return walk();
  } catch (error) {
    if (error instanceof TopologyFault) error.path.unshift(element);
    throw error;
  }
}
