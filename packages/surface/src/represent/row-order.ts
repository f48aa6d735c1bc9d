/** The rows of a table in the order that their kind declares. Pages are in order each by itself. */
import type { ObjectVersion } from '@keelson/cache';
import type { ListAnswer } from '@keelson/registry';
import type { CompareRows, TypeMeta } from '@keelson/schema';
import { giveWay } from '@keelson/telemetry';

import type { Pieces } from './list-context.ts';
import { decodeAs } from './stored-object.ts';
import { printerOf, type TableContext } from './table.ts';

type WritePieces = (answer: ListAnswer) => Pieces;

/** Kinds that declare no order cost nothing. */
export function withRowsInOrder(context: TableContext, answer: ListAnswer, write: WritePieces): Pieces {
  const { compareRows } = printerOf(context);
  return compareRows === undefined ? write(answer) : sortedPieces(context, compareRows, { answer, write });
}

async function* sortedPieces(
  { scheme, form, wanted }: TableContext,
  compareRows: CompareRows<object>,
  { answer, write }: { readonly answer: ListAnswer; readonly write: WritePieces },
): AsyncIterable<Uint8Array> {
  const rows: { readonly object: ObjectVersion; readonly decoded: TypeMeta }[] = [];
  for (const object of answer.objects) {
    rows.push({ object, decoded: decodeAs(scheme, object, form, wanted) });
    const paused = giveWay();
    if (paused !== undefined) await paused;
  }
  rows.sort((a, b) => compareRows(a.decoded, b.decoded));
  yield* write({ ...answer, objects: rows.map(({ object }) => object) });
}
