/**
 * The Table form of a response: columns and rows. It is written as JSON and YAML only, so its fields have no
 * protobuf number.
 */
import {
  field,
  int32,
  json,
  kind,
  list,
  message,
  rawExtension,
  required,
  string,
  type TypeOf,
  usually,
} from '@keelson/schema';

import { conditionStatus } from './condition-status.ts';
import { ListMeta } from './list-meta.ts';

export const TableColumnDefinition = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.TableColumnDefinition',
  {
    name: required(0, string, { about: 'Heading of the column.' }),
    type: required(0, string, { about: 'OpenAPI type of the cells: string, integer, number, boolean or date.' }),
    format: required(0, string, {
      about: 'OpenAPI format of the cells; `name` marks the column that identifies the row.',
    }),
    description: required(0, string, { about: 'What the column shows.' }),
    priority: required(0, int32, {
      about: '0 for columns that are always printed; higher ones appear where there is room.',
    }),
  },
  { about: 'A column of a table.' },
);
export type TableColumnDefinition = TypeOf<typeof TableColumnDefinition>;

export const TableRowCondition = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.TableRowCondition',
  {
    type: required(0, usually('Completed'), { about: 'Name of the condition; Completed is known.' }),
    status: required(0, conditionStatus, { about: 'Whether the condition holds: True, False or Unknown.' }),
    reason: field(0, string, { about: 'One CamelCase word giving the cause.' }),
    message: field(0, string, { about: 'Readable details.' }),
  },
  { about: 'Something special about a row.' },
);
export type TableRowCondition = TypeOf<typeof TableRowCondition>;

export const TableRow = message(
  'io.k8s.apimachinery.pkg.apis.meta.v1.TableRow',
  {
    cells: required(0, list(json), { about: 'The values, in the order of the columns.' }),
    conditions: field(0, list(TableRowCondition), { about: 'What is special about the row, for those who print it.' }),
    object: field(0, rawExtension, {
      about: 'The object of the row: whole, its metadata, or nothing, as the request asked.',
    }),
  },
  { about: 'A row of a table.' },
);
export type TableRow = TypeOf<typeof TableRow>;

export const Table = kind(
  'io.k8s.apimachinery.pkg.apis.meta.v1.Table',
  {
    metadata: field(0, ListMeta, { about: 'The revision of the list, and how to get its next page.' }),
    columnDefinitions: required(0, list(TableColumnDefinition), { about: 'The columns, in the order of the cells.' }),
    rows: required(0, list(TableRow), { about: 'One row for each object.' }),
  },
  { about: 'Objects as a table: what to print in which column.' },
);
export type Table = TypeOf<typeof Table>;
