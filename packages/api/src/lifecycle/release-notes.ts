/** Release notes out of the calendar: the differences of two releases, those first that somebody has to act upon. */
import { isLater, type Release } from '@keelson/schema';

import { fieldRows } from './field-rows.ts';
import { notableChanges } from './migrations/migrations.ts';
import { valueRows } from './value-rows.ts';
import { versionRows, type VersionRow } from './version-rows.ts';

export interface ReleaseNote {
  /** The release that brings it. */
  readonly release: Release;
  readonly isActionRequired: boolean;
  /** In Markdown, with `{domain}` in groups. */
  readonly text: string;
  /** The actions, a sentence each. */
  readonly details: readonly string[];
}

/** Of the releases after `older`, up to and with `newer`. */
export function releaseNotesBetween(older: Release, newer: Release): readonly ReleaseNote[] {
  const isIn = (release: Release | undefined): release is Release =>
    release !== undefined && isLater(release, older) && !isLater(release, newer);
  const removed = versionRows.filter((row) => isIn(row.removed) && row.introduced !== undefined).flatMap(removalNotes);
  const deprecated = versionRows.flatMap(({ deprecated: release, version, kinds }) =>
    isIn(release) ? [note(release, `\`${version}\` ${kinds.join(', ')} is deprecated.`)] : [],
  );
  const introduced = versionRows.flatMap(({ introduced: release, version, kinds }) =>
    isIn(release) ? [note(release, `\`${version}\` ${kinds.join(', ')} is new.`)] : [],
  );
  const fields = fieldRows
    .filter((row) => isIn(row.introduced))
    .map((row) => {
      const names = row.fields.map((name) => `\`${name}\``).join(', ');
      return note(row.introduced, `New in \`${row.message}\` (${row.group}): ${names}.`);
    });
  const values = valueRows
    .filter((row) => isIn(row.introduced))
    .map(({ introduced: release, value, message, field, group }) =>
      note(release, `New value of \`${message}.${field}\` (${group}): \`${value}\`.`),
    );
  return [...removed, ...deprecated, ...introduced, ...fields, ...values];
}

function note(release: Release, text: string): ReleaseNote {
  return { release, isActionRequired: false, text, details: [] };
}

function removalNotes({ version, kinds, to, removed }: VersionRow): ReleaseNote[] {
  if (removed === undefined) return [];
  const advice = to === undefined ? 'nothing replaces it' : `use \`${to}\``;
  const text = `\`${version}\` ${kinds.join(', ')} is no longer served; ${advice}.`;
  const details = new Set(kinds.flatMap((kind) => notableChanges(version, kind).map((change) => change.text)));
  return [{ release: removed, isActionRequired: true, text, details: [...details] }];
}
