/**
 * Names the source files in stack traces of the bundle. Node's own support for source maps would parse ten megabytes
 * of JSON at the first error, on the thread that serves.
 */
import { readFileSync } from 'node:fs';

import { decodeLineTable, findSourceLine } from './line-table.ts';
import type { LineTable } from './line-table.ts';

/** The engine's own type of a call site does not say that it prints itself as a frame. */
interface PrintableSite extends NodeJS.CallSite {
  toString(): string;
}

/** The table is read when the first stack is asked for. Without one, traces name the bundle. */
export function nameSources(bundlePath: string): void {
  let table: LineTable | undefined;
  Error.prepareStackTrace = (error, sites) => {
    table ??= readTable(`${bundlePath}.lines`);
    const frames = sites.map((site) => `\n    at ${printFrame(site, bundlePath, table)}`);
    return `${String(error)}${frames.join('')}`;
  };
}

function printFrame(site: PrintableSite, bundlePath: string, table: LineTable | undefined): string {
  const printed = site.toString();
  if (table === undefined || site.getFileName() !== bundlePath) return printed;
  const found = findSourceLine(table, site.getLineNumber() ?? 0);
  const { length } = bundlePath;
  const start = printed.indexOf(bundlePath);
  if (found === undefined || start < 0) return printed;
  // Behind the path come the line and the column, and perhaps a bracket.
  const rest = printed.slice(start + length).replace(/^[:\d]+/, '');
  return `${printed.slice(0, start)}${found.source}:${String(found.line)}${rest}`;
}

function readTable(path: string): LineTable | undefined {
  try {
    return decodeLineTable(readFileSync(path));
  } catch {
    return undefined;
  }
}
