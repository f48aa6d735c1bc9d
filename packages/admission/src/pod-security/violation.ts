/** Findings of the pod security rules, and the wording that the rules share. */
import type { Container, EphemeralContainer, Pod } from '@keelson/api';

export interface Violation {
  /** Such as `privileged`. */
  readonly reason: string;
  /** Names the offender: `container "c" must not …`. */
  readonly detail: string;
}

export interface PodParts {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: Pod['spec'];
}

export type AnyContainer = Pick<Container | EphemeralContainer, 'name' | 'securityContext' | 'ports'>;

/** In the order in which they start. */
export function containersOf({ initContainers, containers, ephemeralContainers }: Pod['spec']): AnyContainer[] {
  return [...(initContainers ?? []), ...(containers ?? []), ...(ephemeralContainers ?? [])];
}

export function namesOf(items: readonly { readonly name: string }[]): string[] {
  return items.map(({ name }) => name);
}

/** `container "a"`, `containers "a", "b"`. */
export function count(one: string, many: string, names: readonly string[]): string {
  return `${names.length === 1 ? one : many} ${quoted(names)}`;
}

export function containersNamed(names: readonly string[]): string {
  return count('container', 'containers', names);
}

export function quoted(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(', ');
}

export function sorted(texts: Iterable<string>): string[] {
  return [...new Set(texts)].sort();
}

/** `pod`, `container "a"`, or both: the places that set a forbidden value. */
export function setters(isPod: boolean, containers: readonly string[]): string {
  return [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [containersNamed(containers)] : [])].join(' and ');
}
