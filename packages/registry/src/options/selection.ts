/**
 * Label and field selectors. Names and namespaces that a field selector requires narrow
 * the range of keys; the rest of it is evaluated for each object.
 */
import {
  badRequest,
  matchesFields,
  matchesLabels,
  parseFieldSelector,
  parseLabelSelector,
  type RequestTarget,
  requiredFieldValue,
  wordUnknownField,
  wordUnsupportedField,
} from '@keelson/meta';
import type { FieldSelector, LabelSelector } from '@keelson/meta';
import type { Selector } from '@keelson/cache';
import type { Resource } from '@keelson/schema';

import type { ListOptions, Outcome } from '../contract.ts';
import { done, refused } from '../outcome.ts';

export interface Selection {
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** Absent when nothing is left to ask of an object. */
  readonly selector: Selector | undefined;
}

const nameField = 'metadata.name';
const namespaceField = 'metadata.namespace';

export interface Selectors {
  readonly labels: LabelSelector;
  readonly fields: FieldSelector;
}

/** What is written in a wrong way is told before options that contradict each other, and those before unknown fields. */
export function parseSelectors(options: ListOptions): Outcome<Selectors> {
  const labels = parseLabelSelector(options.labelSelector ?? '');
  if (!labels.ok) return refused(badRequest(labels.problem));
  const fields = parseFieldSelector(options.fieldSelector ?? '');
  if (!fields.ok) return refused(badRequest(fields.problem));
  return done({ labels: labels.selector, fields: fields.selector });
}

export function selectFrom(place: RequestTarget, { labels, fields }: Selectors): Outcome<Selection> {
  const unknown = fields.find(({ field }) => !canSelectBy(place.resource, field));
  if (unknown !== undefined) return refused(badRequest(wordUnknown(place.resource, unknown.field)));
  if (place.name !== undefined && !demands(fields, place.name)) {
    return refused(badRequest("fieldSelector metadata.name doesn't match requested name"));
  }
  return done(narrow(place, labels, fields));
}

export function readSelection(place: RequestTarget, options: ListOptions): Outcome<Selection> {
  const selectors = parseSelectors(options);
  return selectors.ok ? selectFrom(place, selectors.value) : selectors;
}

/** Kinds without fields of their own have both names, in whatever scope. */
function canSelectBy({ scope, custom, fieldSelectors }: Resource, field: string): boolean {
  if (field === nameField || Object.hasOwn(fieldSelectors, field)) return true;
  if (field !== namespaceField) return false;
  return scope === 'Namespaced' || (custom === undefined && Object.keys(fieldSelectors).length === 0);
}

function wordUnknown({ fieldSelectors, wordUnknownField: word }: Resource, field: string): string {
  if (word !== undefined) return word(field);
  return Object.keys(fieldSelectors).length === 0 ? wordUnknownField(field) : wordUnsupportedField(field);
}

/** A watch of one object may repeat its name in a selector, and say nothing else. */
function demands(selector: FieldSelector, name: string): boolean {
  return selector.length === 0 || requiredFieldValue(selector, nameField) === name;
}

function narrow(place: RequestTarget, labels: LabelSelector, fields: FieldSelector): Selection {
  const isNamespaced = place.resource.scope === 'Namespaced';
  const name = place.name ?? (requiredFieldValue(fields, nameField) || undefined);
  const namespace = place.namespace ?? ((isNamespaced && requiredFieldValue(fields, namespaceField)) || undefined);
  const rest = fields.filter(({ field, operator, value }) => {
    if (operator !== '=') return true;
    return !(field === nameField && value === name) && !(field === namespaceField && value === namespace);
  });
  return { namespace, name, selector: selectorOf(labels, rest) };
}

function selectorOf(labels: LabelSelector, fields: FieldSelector): Selector | undefined {
  if (labels.length === 0 && fields.length === 0) return undefined;
  return (attributes) =>
    matchesLabels(labels, attributes.labels) &&
    matchesFields(fields, (field) => (Object.hasOwn(attributes.fields, field) ? (attributes.fields[field] ?? '') : ''));
}
