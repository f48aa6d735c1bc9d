/** A check as text for people. */
import { printColumns } from '../flow/print-columns.ts';
import type { CheckReport, ResourceCount, StoredForm } from './check-report.ts';

/** Further ones are in the JSON. */
const mostShown = 50;

export function printCheck(report: CheckReport): string {
  const { engine, prefix, revision, keys, bytes, resources, ranges, apiServers, flags, warnings } = report;
  const parts = [
    `${engine} at revision ${revision}, prefix ${prefix}: ${keys} keys, ${(bytes / 1_000_000).toFixed(1)} MB\n`,
    resources.length === 0
      ? ''
      : printColumns(['RESOURCE', 'OBJECTS', 'BYTES', 'STORED AS', 'NOT READ'], rowsOf(resources)),
    ranges.map(({ name, range, taken }) => `${name}: ${range}, ${taken} taken\n`).join(''),
    apiServers.length === 0 ? '' : `API servers alive: ${apiServers.join(', ')}\n`,
    printFindings(report),
    flags.length === 0 ? '' : `To be set for keelson serve:\n${flags.map((flag) => `  ${flag}\n`).join('')}`,
    warnings.length === 0 ? '' : `Warnings:\n${warnings.map((warning) => `  ${warning}\n`).join('')}`,
    report.isUnderstood ? 'Everything is understood.\n' : 'Not everything is understood: see above.\n',
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function rowsOf(resources: readonly ResourceCount[]) {
  return resources.map(({ resource, objects, bytes, forms, unreadable }) => [
    ...[resource, objects, bytes],
    forms.map((form) => describe(form, forms.length > 1)).join('; '),
    unreadable === 0 ? '-' : unreadable,
  ]);
}

function describe({ apiVersion, mediaType, encryption, objects }: StoredForm, isOneOfSeveral: boolean): string {
  const words = [apiVersion, mediaType, encryption === '' ? '' : `encrypted by ${encryption}`];
  return [...words.filter((word) => word !== ''), ...(isOneOfSeveral ? [`(${objects})`] : [])].join(' ');
}

function printFindings({ notUnderstood, notUnderstoodCount, unknown }: CheckReport): string {
  const folders = unknown.map(
    ({ folder, keys }) => `${folder}/ (${keys} keys): no kind has this folder, and no definition that was read\n`,
  );
  const shown = notUnderstood.slice(0, mostShown).map(({ key, reason }) => `${key}: ${reason}\n`);
  const more = notUnderstoodCount > shown.length ? [`and ${notUnderstoodCount - shown.length} more\n`] : [];
  const lines = [...folders, ...shown, ...more];
  return lines.length === 0 ? '' : `Not understood:\n${lines.map((line) => `  ${line}`).join('')}`;
}
