/** The match of the last request of a user: the next one mostly asks for the same kind, of another object. */
import type { RequestAttributes } from '@keelson/meta';

export class LastMatch<Found> {
  found: Found | undefined;
  #verb = '';
  #group = '';
  #resource = '';
  #subresource = '';
  #namespace = '';

  fits(attributes: RequestAttributes): boolean {
    return (
      attributes.kind === 'resource' &&
      attributes.resource === this.#resource &&
      attributes.verb === this.#verb &&
      attributes.namespace === this.#namespace &&
      attributes.group === this.#group &&
      attributes.subresource === this.#subresource
    );
  }

  /** In place: nothing is made for a request. */
  keep(attributes: RequestAttributes, found: Found | undefined): void {
    if (attributes.kind !== 'resource') return;
    this.found = found;
    this.#verb = attributes.verb;
    this.#group = attributes.group;
    this.#resource = attributes.resource;
    this.#subresource = attributes.subresource;
    this.#namespace = attributes.namespace;
  }
}
