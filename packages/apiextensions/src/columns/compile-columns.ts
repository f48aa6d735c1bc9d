/** The columns of a version of a custom resource: its name, and what its definition says; its age, if that is nothing. */
import { nameColumn } from '@keelson/api';
import type { Column } from '@keelson/schema';

import { compilePath } from './json-path/compile-path.ts';
import { printCell } from './print-cell.ts';

interface ColumnDefinition {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

const creation = '.metadata.creationTimestamp';

const age: ColumnDefinition = {
  name: 'Age',
  type: 'date',
  jsonPath: creation,
  description: 'When the server created the object.',
};

/** `onFault` is told of a column that cannot be compiled; those behind it are left out too. */
export function compileColumns(
  definitions: readonly ColumnDefinition[],
  onFault?: (message: string) => void,
): readonly Column<object>[] {
  const columns: Column<object>[] = [nameColumn as Column<object>];
  for (const definition of definitions.length === 0 ? [age] : definitions) {
    const column = compileColumn(definition);
    if (typeof column === 'string') {
      onFault?.(column);
      break;
    }
    columns.push(column);
  }
  return columns;
}

/** Returns what is wrong with the definition. */
export function compileColumn(definition: ColumnDefinition): Column<object> | string {
  const { name, type, format, jsonPath, priority, description = '' } = definition;
  const path = compilePath(jsonPath);
  if (!path.ok) return `unrecognized column definition ${JSON.stringify(jsonPath)}: ${path.message}`;
  const known = isType(type) ? type : undefined;
  const print = known && printCell[known];
  return {
    name,
    type: type as Column['type'],
    ...(format !== undefined && { format }),
    ...(priority !== undefined && { priority }),
    about: description === '' ? `Custom resource definition column (in JSONPath format): ${jsonPath}` : description,
    ...(type === 'date' && jsonPath === creation && { ages: true }),
    cell: (object, context) => {
      const found = path.findFirst(object);
      return found === undefined || print === undefined ? null : print(found.value, context);
    },
  };
}

function isType(type: string): type is Column['type'] {
  return Object.hasOwn(printCell, type);
}
