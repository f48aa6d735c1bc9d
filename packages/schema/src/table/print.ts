/**
 * Tables: the columns a resource declares, and the cells of an object. What a
 * resource does not declare is printed as name and time of creation.
 */
import type { Column, ColumnContext, CellValue, Resource, RowCondition } from '../language/resource.ts';

export interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  readonly priority: number;
}

export interface Row {
  readonly cells: readonly CellValue[];
  readonly conditions?: readonly RowCondition[];
}

export interface TablePrinter {
  readonly columns: readonly ColumnDefinition[];
  /** The place of the column that ages, if there is one. */
  readonly agingColumn: number | undefined;
  /** What stands there for an object of that age. */
  printAge(creationTimestamp: string | null, context: ColumnContext): CellValue;
  print(object: object, context: ColumnContext): Row;
}

interface Named {
  readonly metadata: { readonly name?: string; readonly creationTimestamp: string | null };
}

const defaultColumns: readonly Column<Named>[] = [
  {
    name: 'Name',
    type: 'string',
    format: 'name',
    about: 'Unique among the objects of its kind in a namespace.',
    cell: (object) => object.metadata.name ?? '',
  },
  {
    name: 'Created At',
    type: 'date',
    about: 'When the server created the object.',
    cell: (object) => object.metadata.creationTimestamp,
  },
];

const known = new WeakMap<Resource, TablePrinter>();

export function tableOf(resource: Resource): TablePrinter {
  let printer = known.get(resource);
  if (printer === undefined) {
    printer = makePrinter(resource);
    known.set(resource, printer);
  }
  return printer;
}

function makePrinter(resource: Resource): TablePrinter {
  const columns: readonly Column[] = resource.columns ?? defaultColumns;
  const { rowConditions } = resource;
  const aging = columns.findIndex(({ ages }) => ages === true);
  return {
    columns: columns.map(define),
    agingColumn: aging < 0 ? undefined : aging,
    printAge: (creationTimestamp, context) =>
      columns[aging]?.cell({ metadata: { creationTimestamp } } as never, context) ?? null,
    print(object, context) {
      const cells = columns.map((column) => column.cell(object as never, context));
      const conditions = rowConditions?.(object as never) ?? [];
      return conditions.length === 0 ? { cells } : { cells, conditions };
    },
  };
}

function define(column: Column): ColumnDefinition {
  const { name, type, format = '', about, priority = 0 } = column;
  return { name, type, format, description: about, priority };
}
