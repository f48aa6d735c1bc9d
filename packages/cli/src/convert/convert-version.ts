/**
 * Changes the version of an object, and finds out what its author has to know: what the other version cannot hold, by
 * changing it back, what is to be decided, and what a server will refuse.
 */
import { findDecisions } from '@keelson/api';
import { convertObject, findLosses, groupVersion } from '@keelson/schema';
import type { Resource, Scheme, TypeMeta } from '@keelson/schema';

import { copyOf } from './copy-of.ts';
import { foreseeRefusals } from './foresee-refusals.ts';
import { calendarVersion, isReplacement } from './migrate-version.ts';

export interface VersionChange {
  readonly object: TypeMeta;
  /** A sentence for each part that is lost, to be decided or refused. */
  readonly warnings: readonly string[];
}

/** Takes over its argument, as conversions do. */
export function convertVersion(scheme: Scheme, object: TypeMeta, from: Resource, to: Resource): VersionChange {
  const isMigration = isReplacement(scheme, from, to);
  const decisions = isMigration ? decisionsOn(scheme, object, from) : [];
  const { object: converted, losses } = change(scheme, object, from, to);
  const decided = new Set(decisions.map(pathOf));
  const refusals = isMigration ? foreseeRefusals(scheme, converted, to) : [];
  const foreseen = refusals
    .filter((refusal) => !decided.has(pathOf(refusal)))
    .map((refusal) => `${refusal} (a server refuses this in ${groupVersion(to)})`);
  // Deliberate losses were told as decisions.
  const unsaid = losses.filter((path) => ![...decided].some((known) => path.startsWith(known)));
  const lost = unsaid.map((path) => `${path} cannot be kept as it is in ${groupVersion(to)}`);
  return { object: converted, warnings: [...decisions, ...lost, ...foreseen] };
}

/** The sentences for an object in a version that is to be given up. */
export function decisionsOn(scheme: Scheme, object: TypeMeta, from: Resource): readonly string[] {
  const version = calendarVersion(from, scheme.domain);
  return findDecisions(version, from.kind, object as unknown as Readonly<Record<string, unknown>>);
}

function change(scheme: Scheme, object: TypeMeta, from: Resource, to: Resource) {
  if (from.conversion === undefined && to.conversion === undefined) {
    return { object: convertObject(scheme, object, from, to), losses: [] };
  }
  const converted = convertObject(scheme, copyOf(from.message, object), from, to);
  const back = convertObject(scheme, copyOf(to.message, converted), to, from);
  return { object: converted, losses: findLosses(object, back) };
}

function pathOf(sentence: string): string {
  return sentence.slice(0, sentence.indexOf(': '));
}
