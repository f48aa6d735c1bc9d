/** The members of a set, one by one, in order: at each level the members first, then what is below. */
import type { FieldSet } from './field-set.ts';
import { sortByElement } from './path-element.ts';
import type { Path, PathElement } from './path-element.ts';

export function pathsOf(set: FieldSet): Path[] {
  const paths: Path[] = [];
  collect(set, [], paths);
  return paths;
}

function collect(set: FieldSet, prefix: readonly PathElement[], into: Path[]): void {
  const elements = sortByElement(set);
  for (const [element, node] of elements) if (node.isMember) into.push([...prefix, element]);
  for (const [element, node] of elements)
    if (node.children.size > 0) collect(node.children, [...prefix, element], into);
}
