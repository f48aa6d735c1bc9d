/**
 * Tables: the columns a declaration has, and the cells of an object. Without columns,
 * the name and the time of creation are printed.
 */
import type { Column, ColumnContext, CellValue, CompareRows, Printed, RowCondition } from '../language/columns.ts';

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
  /** The kind has no columns of its own. */
  readonly hasDefaultColumns: boolean;
  /** The place of the column that ages, if there is one. */
  readonly agingColumn: number | undefined;
  /** Absent where rows come in the order of the list. */
  readonly compareRows: CompareRows<object> | undefined;
  /** Gives the content of the cell for an object of that age. */
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

const known = new WeakMap<Printed, TablePrinter>();

/** Made once per declaration. */
export function tableOf(declaration: Printed): TablePrinter {
  let printer = known.get(declaration);
  if (printer === undefined) {
    printer = makePrinter(declaration);
    known.set(declaration, printer);
  }
  return printer;
}

function makePrinter({ columns: own, rowConditions, compareRows }: Printed): TablePrinter {
  const columns = own ?? defaultColumns;
  const aging = columns.findIndex(({ ages }) => ages === true);
  return {
    columns: columns.map(define),
    hasDefaultColumns: own === undefined,
    agingColumn: aging < 0 ? undefined : aging,
    compareRows: compareRows as CompareRows<object> | undefined,
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
