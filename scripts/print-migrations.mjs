/** Prints docs/migrations.md: for each kind, what changes when its old versions are removed, out of the calendar. */
import { notableChanges, versionRows } from '../packages/api/dist/index.js';

/** @typedef {(typeof versionRows)[number]} Row */

const head = `# Migrations

What changes in each kind when its old versions are removed: the release that removes them, the version to use instead, and what its authors have to know. Written by \`make docs\` out of the calendar in \`packages/api/src/lifecycle\`.

\`keelson convert -R -f manifests --next 1.26 --output-dir migrated\` brings manifests off all versions that this release has no longer. It writes out old defaults where they differ, so that nothing behaves in another way, and warns of what is marked with **decide**, and of what a server will refuse. Objects that are stored stay readable through the new versions, but for those that nothing replaces.`;

export function printMigrations() {
  const rows = versionRows.filter(({ introduced, removed }) => introduced !== undefined && removed !== undefined);
  const kinds = [...new Set(rows.flatMap((row) => row.kinds))].sort();
  return (
    [
      head,
      ...kinds.map((kind) =>
        section(
          kind,
          rows.filter((row) => row.kinds.includes(kind)),
        ),
      ),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

/** @param {string} kind @param {readonly Row[]} rows */
function section(kind, rows) {
  const moves = rows.map(
    ({ version, removed, to }) =>
      `- \`${inDomain(version)}\` is gone in ${removed}; ${to === undefined ? 'nothing replaces it' : `use \`${inDomain(to)}\``}.`,
  );
  /** @type {Map<string, { readonly decides: boolean, readonly versions: readonly string[] }>} */
  const versionsOf = new Map();
  for (const { version } of rows) {
    for (const { text, decide } of notableChanges(version, kind)) {
      const known = versionsOf.get(text) ?? { decides: decide !== undefined, versions: [] };
      versionsOf.set(text, { ...known, versions: [...known.versions, version] });
    }
  }
  const changes = [...versionsOf].map(([text, { decides, versions }]) => {
    const from =
      versions.length === rows.length ? '' : ` From ${versions.map((each) => `\`${inDomain(each)}\``).join(' and ')}.`;
    return `- ${decides ? '**decide** ' : ''}${text}${from}`;
  });
  const told = changes.length === 0 ? ['The fields are the same.'] : ['What changes:', '', ...changes];
  return [`## ${kind}`, '', ...moves, '', ...told].join('\n');
}

/** @param {string} version */
function inDomain(version) {
  return version.replaceAll('{domain}', 'k8s.io');
}
