/** Sets default requests and limits of containers, and lists them in an annotation of the pod. */
import type { Container, LimitRange, Pod } from '@keelson/api';

const annotation = 'kubernetes.io/limit-ranger';

type Amounts = Readonly<Record<string, string>>;

export function fillInLimits({ metadata, spec }: Pod, { spec: { limits } }: LimitRange): void {
  const limit: Record<string, string> = {};
  const request: Record<string, string> = {};
  for (const item of limits ?? []) {
    if (item.type !== 'Container') continue;
    Object.assign(limit, item.default);
    Object.assign(request, item.defaultRequest);
  }
  const notes = [
    ...(spec.containers ?? []).flatMap((each) => fillIn(each, 'container', { limit, request })),
    ...(spec.initContainers ?? []).flatMap((each) => fillIn(each, 'init container', { limit, request })),
  ];
  if (notes.length === 0) return;
  const text = `LimitRanger plugin set: ${notes.join('; ')}`;
  metadata.annotations = { ...metadata.annotations, [annotation]: text };
}

function fillIn(container: Container, word: string, defaults: { limit: Amounts; request: Amounts }): string[] {
  const { resources, name } = container;
  const limits = without(defaults.limit, resources.limits);
  const requests = without(defaults.request, resources.requests);
  if (limits.length > 0) resources.limits = { ...resources.limits, ...Object.fromEntries(limits) };
  if (requests.length > 0) resources.requests = { ...resources.requests, ...Object.fromEntries(requests) };
  return [noteOf(requests, `request for ${word} ${name}`), noteOf(limits, `limit for ${word} ${name}`)].filter(
    (note) => note !== '',
  );
}

function without(defaults: Amounts, own: Amounts | undefined): [string, string][] {
  return Object.entries(defaults).filter(([resource]) => own?.[resource] === undefined);
}

function noteOf(filledIn: readonly (readonly [string, string])[], what: string): string {
  const names = filledIn.map(([resource]) => resource).sort();
  return names.length === 0 ? '' : `${names.join(', ')} ${what}`;
}
