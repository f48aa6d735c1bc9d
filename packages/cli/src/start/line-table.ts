/** A source map reduced to what stack traces need: for each line of a bundle, the source and the line in it. */
import { SourceMap } from 'node:module';
import type { SourceMapPayload } from 'node:module';

export interface LineTable {
  readonly sources: readonly string[];
  /** For each line of the bundle, `linesPerSource` times the index of the source plus the line. 0: of no source. */
  readonly lines: Uint32Array;
}

export interface SourceLine {
  readonly source: string;
  readonly line: number;
}

const linesPerSource = 65_536;

/** `line` counts from 1. */
export function findSourceLine({ sources, lines }: LineTable, line: number): SourceLine | undefined {
  const packed = lines[line - 1] ?? 0;
  const source = sources[Math.floor(packed / linesPerSource)];
  return packed === 0 || source === undefined ? undefined : { source, line: packed % linesPerSource };
}

/** The last mapping of a line stands for all of it: lines of a bundle hold a statement, and statements have one source. */
export function makeLineTable(payload: SourceMapPayload, lineCount: number): LineTable {
  const map = new SourceMap(payload);
  const indexes = new Map(payload.sources.map((source, index) => [source, index]));
  const lines = new Uint32Array(lineCount);
  for (let line = 0; line < lineCount; line += 1) {
    const found = map.findEntry(line, Number.MAX_SAFE_INTEGER);
    if (!('originalSource' in found) || found.generatedLine !== line) continue;
    const index = indexes.get(found.originalSource) ?? 0;
    lines[line] = index * linesPerSource + Math.min(found.originalLine + 1, linesPerSource - 1);
  }
  return { sources: payload.sources, lines };
}

/** The length of the list of sources, the list as JSON, and the lines; numbers have four bytes, the least first. */
export function encodeLineTable({ sources, lines }: LineTable): Buffer {
  const list = Buffer.from(JSON.stringify(sources));
  const bytes = Buffer.alloc(4 + list.length + lines.length * 4);
  bytes.writeUInt32LE(list.length, 0);
  list.copy(bytes, 4);
  lines.forEach((packed, at) => bytes.writeUInt32LE(packed, 4 + list.length + at * 4));
  return bytes;
}

export function decodeLineTable(bytes: Buffer): LineTable {
  const end = 4 + bytes.readUInt32LE(0);
  const sources = JSON.parse(bytes.toString('utf8', 4, end)) as string[];
  const lines = new Uint32Array((bytes.length - end) / 4);
  for (let at = 0; at < lines.length; at += 1) lines[at] = bytes.readUInt32LE(end + at * 4);
  return { sources, lines };
}
