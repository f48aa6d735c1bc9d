/** docs/walks.md beside the imports: a walk that leads through files which nothing ties together is found here. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

interface Walk {
  readonly name: string;
  readonly files: readonly string[];
}

function readWalks(text: string): Walk[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      name: section.slice(0, section.indexOf('\n')),
      files: [...section.matchAll(/^\d+\. `([^`]+)`: /gm)].map(([, file = '']) => file),
    }));
}

/** The most files of each walk: a change may make a way shorter. */
const longest: Readonly<Record<string, number>> = {
  'A create': 26,
  'A get': 17,
  'A list with a selector': 14,
  'A watch event': 16,
  'An apply': 18,
  'A definition, and the first of its objects': 17,
};

interface Import {
  /** Relative, or the name of a package. */
  readonly from: string;
  /** `undefined` for all that there is. */
  readonly names: readonly string[] | undefined;
}

function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2022);
  return source.statements.flatMap((statement): Import[] => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return [];
    const list = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    const isNamed = list !== undefined && (ts.isNamedImports(list) || ts.isNamedExports(list));
    const names = isNamed ? list.elements.map(({ name, propertyName }) => (propertyName ?? name).text) : undefined;
    return [{ from: moduleSpecifier.text, names }];
  });
}

/** The files that a file takes something from; a package's index stands for the files that it takes the names from. */
function targetsOf(file: string): string[] {
  return importsOf(file).flatMap(({ from, names }) => {
    if (from.startsWith('.')) return [normalize(join(dirname(file), from))];
    const [, name] = /^@keelson\/([a-z-]+)$/.exec(from) ?? [];
    return name === undefined ? [] : exportersOf(`packages/${name}/src/index.ts`, names);
  });
}

function exportersOf(index: string, wanted: readonly string[] | undefined): string[] {
  return importsOf(index)
    .filter(({ names }) => names === undefined || wanted === undefined || names.some((name) => wanted.includes(name)))
    .map(({ from }) => normalize(join(dirname(index), from)));
}

const known = new Map<string, readonly string[]>();

function targetsOnce(file: string): readonly string[] {
  const targets = known.get(file) ?? targetsOf(file);
  known.set(file, targets);
  return targets;
}

/** By an import, or by two over a file in between. */
function leadsTo(from: string, to: string): boolean {
  const targets = targetsOnce(from);
  return (
    targets.includes(to) || targets.some((target) => existsSync(join(root, target)) && targetsOnce(target).includes(to))
  );
}

const walks = readWalks(readFileSync(join(root, 'docs', 'walks.md'), 'utf8'));

describe('the walks in the documentation', () => {
  it('are those of the six requests', () => {
    expect(walks.map(({ name }) => name)).toEqual(Object.keys(longest));
  });

  it.each(walks)('lead through files that are there: $name', ({ files }) => {
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(walks)('lead on by imports, in one direction or the other: $name', ({ files }) => {
    const lost = files.filter((file, index) => {
      const before = files.slice(0, index);
      return index > 0 && !before.some((earlier) => leadsTo(earlier, file) || leadsTo(file, earlier));
    });
    expect(lost).toEqual([]);
  });

  it.each(walks)('have not become longer: $name', ({ name, files }) => {
    expect(files.length).toBeLessThanOrEqual(longest[name] ?? 0);
    expect(files.length).toBeGreaterThan(5);
  });
});
