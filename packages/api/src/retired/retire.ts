/**
 * Derives a retired version from the version that replaced it: releases before its removal serve it, and its stored
 * objects can be decoded and converted at all of them. The calendar says when that was.
 */
import type { Column, Conversion, Message, Resource, ResourceHooks, TypeOf } from '@keelson/schema';

import { listOf } from '../meta/v1/list-of.ts';

export interface Retirement<M extends Message> {
  readonly group: string;
  readonly version: string;
  /** Absent where the fields are those of the served version. */
  readonly message?: M;
  /** Absent where the fields mean the same and have the same defaults. */
  readonly conversion?: Conversion<TypeOf<M>>;
  /** Of writes in this version, where it accepts what the served version refuses. They take the served form. */
  readonly hooks?: ResourceHooks;
}

export function retire<M extends Message>(served: Resource, retirement: Retirement<M>): Resource {
  const { group, version, message, conversion, hooks } = retirement;
  const { conversion: replaced, columns, list, hooks: servedHooks, ...rest } = served;
  const ownList = message && list ? listOf(message) : list;
  // Where the fields are those of the served version, so is the conversion to what is stored.
  const own = conversion ?? (message === undefined ? replaced : undefined);
  const inServed = servedFormOf(conversion);
  return Object.freeze({
    ...rest,
    group,
    version,
    message: message ?? served.message,
    // They take the served form.
    hooks: message === undefined ? servedHooks : {},
    ...(ownList && { list: ownList }),
    ...(hooks && { hooksOfRequests: hooks }),
    ...(own && { conversion: own }),
    ...(columns && { columns: columns.map((column) => printedAs(column, inServed)) }),
    ...rowsAs(served, inServed),
  });
}

/** Several at once that have nothing of their own but the version. */
export function retireAll(served: readonly Resource[], retirement: Retirement<never>): Resource[] {
  return served.map((each) => retire(each, retirement));
}

/** Columns read the fields of the served version. */
type InServed = (object: never) => never;

function printedAs(column: Column, inServed: InServed): Column {
  // The age is printed of metadata alone, too.
  if (column.ages === true) return column;
  return { ...column, cell: (object, context) => column.cell(inServed(object), context) };
}

function rowsAs(
  { rowConditions, compareRows }: Resource,
  inServed: InServed,
): Pick<Resource, 'rowConditions' | 'compareRows'> {
  return {
    ...(rowConditions && { rowConditions: (object) => rowConditions(inServed(object)) }),
    ...(compareRows && { compareRows: (a, b) => compareRows(inServed(a), inServed(b)) }),
  };
}

/** A conversion may change its argument, which is printed from more than once. */
function servedFormOf(conversion: Conversion | undefined): InServed {
  return conversion === undefined
    ? (object) => object
    : (object) => conversion.toHub(structuredClone<object>(object) as never) as never;
}
