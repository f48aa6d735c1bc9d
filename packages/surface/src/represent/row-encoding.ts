/**
 * Rows of a table as text, made once per object and kept with it. What ages is left out
 * of what is kept, and put in when the row is sent.
 *
 *     kept:  place of the hole │ length of the time │ time of creation │ text of the row
 */
import type { Encoding, ObjectVersion } from '@keelson/cache';
import { stringifyJson } from '@keelson/schema';
import type { CellValue, JsonValue, TypeMeta } from '@keelson/schema';

import { encodingKey } from './encoding-key.ts';
import { encodeText, type ObjectContext } from './object-encoding.ts';
import { offloaded } from './recipe.ts';
import { decodeAs } from './stored-object.ts';
import { included, printerOf, tableValue } from './table.ts';
import type { TableContext } from './table.ts';

const headBytes = 6;
/** For rows of which more than the age depends on what time it is. */
const notKept = Buffer.alloc(0);

interface Metadata {
  readonly creationTimestamp: string | null;
}

type RowContext = ObjectContext & TableContext;

export function rowEncoding(context: RowContext): Encoding {
  const { metaVersion, includeObject } = context;
  const key = encodingKey(context, `row ${metaVersion} ${includeObject}`);
  return offloaded(context, 'row', { key, encode: (object) => encodeRow(context, object) ?? notKept });
}

/** A row as it is now, of which nothing may be kept. */
export function wholeRowEncoding(context: RowContext): Encoding {
  const encode = (object: ObjectVersion): Uint8Array => Buffer.from(stringifyJson(wholeRow(context, object)));
  return offloaded(context, 'wholeRow', { key: undefined, encode });
}

/** A table of one row, as it is now. */
export function tableEncoding(context: RowContext): Encoding {
  const encode = (object: ObjectVersion): Uint8Array => {
    const metadata = { resourceVersion: String(object.revision) };
    return encodeText(
      tableValue(context, metadata, printerOf(context).columns, [wholeRow(context, object)]),
      context.representation,
    );
  };
  return offloaded(context, 'table', { key: undefined, encode });
}

/** The text of a row, in pieces, as it is now; `undefined` where nothing could be kept of it. */
export function rowPieces(context: TableContext, kept: Uint8Array): readonly Uint8Array[] | undefined {
  if (kept.length === 0) return undefined;
  const row = Buffer.from(kept.buffer, kept.byteOffset, kept.length);
  const hole = row.readUInt32LE(0);
  const textAt = headBytes + row.readUInt16LE(4);
  if (hole === 0) return [row.subarray(textAt)];
  const time = row.toString('latin1', headBytes, textAt);
  const age = printerOf(context).printAge(time === '' ? null : time, { now: context.now() });
  return [row.subarray(textAt, textAt + hole), Buffer.from(stringifyJson(age)), row.subarray(textAt + hole)];
}

export function wholeRow(context: TableContext, object: ObjectVersion): JsonValue {
  const { scheme, form, wanted, now } = context;
  const decoded = decodeAs(scheme, object, form, wanted);
  const { cells, conditions } = printerOf(context).print(decoded, { now: now() });
  return {
    cells: [...cells],
    ...(conditions && { conditions: [...conditions] }),
    object: included(context, object, decoded),
  };
}

/** Undefined if it cannot be kept. */
function encodeRow(context: TableContext, object: ObjectVersion): Uint8Array | undefined {
  const { scheme, form, wanted } = context;
  const decoded = decodeAs(scheme, object, form, wanted) as TypeMeta & { readonly metadata: Metadata };
  const table = printerOf(context);
  const { agingColumn } = table;
  let looks = 0;
  const clock = {
    get now(): Date {
      looks += 1;
      return context.now();
    },
  };
  const { cells, conditions } = table.print(decoded, clock);
  if (looks > (agingColumn === undefined ? 0 : 1)) return undefined;
  const before = cellsText(cells.slice(0, agingColumn ?? cells.length));
  const after = agingColumn === undefined ? '' : cellsText(cells.slice(agingColumn + 1));
  const start = `{"cells":[${before}${before !== '' && agingColumn !== undefined ? ',' : ''}`;
  const rest = conditions === undefined ? '' : `"conditions":${stringifyJson([...conditions])},`;
  const end = `${after === '' ? '' : `,${after}`}],${rest}"object":${stringifyJson(included(context, object, decoded))}}`;
  const time = agingColumn === undefined ? '' : (decoded.metadata.creationTimestamp ?? '');
  return join(agingColumn === undefined ? undefined : start, time, start + end);
}

function cellsText(cells: readonly CellValue[]): string {
  return cells.map((cell) => stringifyJson(cell)).join(',');
}

function join(beforeHole: string | undefined, time: string, text: string): Uint8Array {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(beforeHole === undefined ? 0 : Buffer.byteLength(beforeHole), 0);
  head.writeUInt16LE(time.length, 4);
  return Buffer.concat([head, Buffer.from(time, 'latin1'), Buffer.from(text)]);
}
