/** Release notes between two releases, as Markdown. */
import { parseEmulatedRelease, releaseNotesBetween } from '@keelson/api';
import { defaultDomain, isLater, type Release } from '@keelson/schema';

import { UsageError } from '../terminal.ts';

export function parseReleaseOrThrow(text: string): Release {
  const parsed = parseEmulatedRelease(text);
  if (parsed.ok) return parsed.release;
  throw new UsageError(parsed.message);
}

export function printNotes(older: Release, newer: Release): string {
  if (!isLater(newer, older)) throw new UsageError(`${newer} is not later than ${older}: say the older release first`);
  const notes = releaseNotesBetween(older, newer);
  const actions = notes.filter(({ isActionRequired }) => isActionRequired);
  const others = notes.filter(({ isActionRequired }) => !isActionRequired);
  const lines = [
    `# From ${older} to ${newer}`,
    ...titled('Action required', actions),
    ...titled('Other changes', others),
    ...(notes.length === 0 ? ['', 'No version and no field comes or goes.'] : []),
  ];
  return `${lines.join('\n').replaceAll('{domain}', defaultDomain)}\n`;
}

function titled(title: string, notes: ReturnType<typeof releaseNotesBetween>): string[] {
  if (notes.length === 0) return [];
  const lines = notes.flatMap(({ release, text, details }) => [
    `- ${release}: ${text}`,
    ...details.map((detail) => `  - ${detail}`),
  ]);
  return ['', `## ${title}`, '', ...lines];
}
