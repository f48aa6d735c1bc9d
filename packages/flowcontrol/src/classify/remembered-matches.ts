/** Matches that were found for kinds of requests of one user. A look-up makes no text and no object. */
import type { RequestAttributes } from '@keelson/meta';

/** Above it, all is forgotten. */
const mostRemembered = 1_000;

interface Match<Found> {
  readonly group: string;
  readonly subresource: string;
  readonly found: Found | undefined;
}

type ByVerb<Found> = Map<string, Match<Found>[]>;

/** By namespace, or path, then by resource, then by verb. */
type ByPlace<Found> = Map<string, Map<string, ByVerb<Found>>>;

/** Stands for requests that are about no resource. */
const noResource = '/';

export class RememberedMatches<Found> {
  #byPlace: ByPlace<Found> = new Map();
  #count = 0;

  find(attributes: RequestAttributes): Match<Found> | undefined {
    const isResource = attributes.kind === 'resource';
    const place = isResource ? attributes.namespace : attributes.path;
    const matches = this.#byPlace
      .get(place)
      ?.get(isResource ? attributes.resource : noResource)
      ?.get(attributes.verb);
    if (matches === undefined || !isResource) return matches?.[0];
    for (const match of matches) {
      if (match.group === attributes.group && match.subresource === attributes.subresource) return match;
    }
    return undefined;
  }

  remember(attributes: RequestAttributes, found: Found | undefined): void {
    if (this.#count >= mostRemembered) {
      this.#byPlace = new Map();
      this.#count = 0;
    }
    this.#count += 1;
    const isResource = attributes.kind === 'resource';
    const byResource = within(
      this.#byPlace,
      isResource ? attributes.namespace : attributes.path,
      newMap<ByVerb<Found>>,
    );
    const byVerb = within(byResource, isResource ? attributes.resource : noResource, newMap<Match<Found>[]>);
    const [group, subresource] = isResource ? [attributes.group, attributes.subresource] : ['', ''];
    within(byVerb, attributes.verb, newList<Match<Found>>).push({ group, subresource, found });
  }
}

function newMap<Value>(): Map<string, Value> {
  return new Map();
}

function newList<Value>(): Value[] {
  return [];
}

function within<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
