import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Resource } from '@keelson/schema';

import { catalog } from './catalog.ts';

const page = readFileSync(new URL('../../../docs/kinds-without-deep-rules.md', import.meta.url), 'utf8');

interface Row {
  readonly title: string;
  readonly columns: string;
  readonly rules: string;
}

function readRows(): Row[] {
  const lines = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| -'));
  return lines.slice(1).map((line) => {
    const [version = '', kind = '', , , columns = '', rules = ''] = line
      .slice(2)
      .split('|')
      .map((cell) => cell.trim());
    return { title: `${version} ${kind}`, columns, rules };
  });
}

/** Groups are written without their domain. */
function titleOf({ group, version, kind }: Resource): string {
  const [name = ''] = group.split('.');
  return [name, version, kind].filter((part) => part !== '').join(' ');
}

describe('the page on what is checked', () => {
  const rows = new Map(readRows().map((row) => [row.title, row]));
  const resources = catalog.flatMap((version) => version.resources);

  it('has a row for every kind that is served, and no other', () => {
    expect([...rows.keys()].sort()).toEqual(resources.map(titleOf).sort());
  });

  it('tells which kinds have columns of their own', () => {
    const own = resources.filter(({ columns }) => columns !== undefined).map(titleOf);
    const told = [...rows.values()].filter(({ columns }) => columns === 'own').map(({ title }) => title);
    expect(told.sort()).toEqual(own.sort());
  });

  it('names no rules as missing entirely where some are listed', () => {
    const listed = resources.filter(({ rules = [] }) => rules.length > 0).map(titleOf);
    expect(listed.filter((title) => rows.get(title)?.rules === 'none')).toEqual([]);
  });
});
