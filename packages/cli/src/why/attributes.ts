/** The attributes of the review that a command line asks for: short names are resolved by what is declared. */
import type { Resource, Scheme } from '@keelson/schema';

import type { WhyOptions } from './options.ts';

export interface ReviewAttributes {
  readonly resourceAttributes?: Readonly<Record<string, string>>;
  readonly nonResourceAttributes?: { readonly path: string; readonly verb: string };
}

export function toReviewAttributes(scheme: Scheme, options: WhyOptions, contextNamespace: string): ReviewAttributes {
  const { verb, what } = options;
  if (what.startsWith('/')) return { nonResourceAttributes: { path: what, verb } };
  const { word, subresource, name } = split(scheme, options);
  const known = findResource(scheme, word);
  const [resource = word, ...group] = word.split('.');
  const place =
    known === undefined ? { resource, group: group.join('.') } : { resource: known.plural, group: known.group };
  const namespace = known?.scope === 'Cluster' || options.isEverywhere ? '' : (options.namespace ?? contextNamespace);
  const attributes = { verb, ...place, subresource, name, namespace };
  return { resourceAttributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== '')) };
}

/** Behind the slash is a subresource where the resource has one of that name, else a name. */
function split(scheme: Scheme, { what, name = '' }: WhyOptions): { word: string; subresource: string; name: string } {
  const slash = what.indexOf('/');
  if (slash < 0) return { word: what, subresource: '', name };
  const [word, behind] = [what.slice(0, slash), what.slice(slash + 1)];
  const isName = name === '' && findResource(scheme, word)?.subresources[behind] === undefined && !isOfNodes(behind);
  return isName ? { word, subresource: '', name: behind } : { word, subresource: behind, name };
}

/** Subresources that people are given rights to, though nothing here serves them. */
function isOfNodes(word: string): boolean {
  return ['exec', 'attach', 'portforward', 'proxy', 'log'].includes(word);
}

/** By plural, singular, short name or kind, with its group behind a dot or without. The first declared is meant. */
function findResource(scheme: Scheme, word: string): Resource | undefined {
  const wanted = word.toLowerCase();
  const isMeant = ({ plural, singular, shortNames, kind, group }: Resource): boolean =>
    [plural, singular, kind.toLowerCase(), ...shortNames].some(
      (each) => wanted === each || wanted === `${each}.${group}`,
    );
  return scheme.resources().find(isMeant);
}
