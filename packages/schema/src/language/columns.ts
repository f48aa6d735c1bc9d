/** The table of a kind: its columns and row conditions. */
export type CellValue = string | number | bigint | boolean | null;

export interface ColumnContext {
  readonly now: Date;
}

export interface Column<T = never> {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** 0 is always printed, 1 only in the wide form. */
  readonly priority?: number;
  readonly about: string;
  /** The cell depends on the creation timestamp and the current time alone. */
  readonly ages?: boolean;
  readonly cell: (object: T, context: ColumnContext) => CellValue;
}

/** Applies to the whole row, such as that the object is completed. */
export interface RowCondition {
  readonly type: 'Completed';
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** Negative where the row of `a` comes first. */
export type CompareRows<T = never> = (a: T, b: T) => number;

/** The declaration of a table's columns and rows. */
export interface Printed {
  /** Absent where the default columns (name and creation time) are printed. */
  readonly columns?: readonly Column[];
  readonly rowConditions?: (object: never) => readonly RowCondition[];
  readonly compareRows?: CompareRows;
}
