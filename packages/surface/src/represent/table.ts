/** Objects printed in columns: what `kubectl get` shows. */
import type { ObjectVersion } from '@keelson/cache';
import type { Form } from '@keelson/registry';
import { tableOf } from '@keelson/schema';
import type { ColumnDefinition, JsonValue, Resource, Scheme, TablePrinter } from '@keelson/schema';

import { partialOf } from './partial.ts';
import { isSameVersion, parseStored } from './stored-object.ts';

/** The part of its object that each row carries besides the cells. */
export type IncludeObject = 'None' | 'Metadata' | 'Object';

export interface TableContext {
  readonly scheme: Scheme;
  readonly form: Form;
  readonly wanted: Resource;
  readonly metaVersion: 'v1' | 'v1beta1';
  readonly includeObject: IncludeObject;
  readonly now: () => Date;
}

export function parseIncludeObject(text: string | undefined): IncludeObject | undefined {
  if (text === undefined || text === '') return 'Metadata';
  return text === 'None' || text === 'Metadata' || text === 'Object' ? text : undefined;
}

/** Objects that are not stored, such as a Scale, have columns of their own. */
export function printerOf({ form, wanted }: Pick<TableContext, 'form' | 'wanted'>): TablePrinter {
  return tableOf(form.resource === undefined ? form : wanted);
}

/** The row's `object` field. */
export function included(context: TableContext, object: ObjectVersion, decoded: JsonValue): JsonValue {
  const { form, wanted, includeObject, metaVersion } = context;
  switch (includeObject) {
    case 'None':
      return null;
    case 'Metadata':
      return partialOf(context, object, metaVersion);
    case 'Object':
      return isSameVersion(form, wanted) ? parseStored(object) : decoded;
  }
}

export interface TableMeta {
  readonly resourceVersion?: string;
  readonly continue?: string;
  readonly remainingItemCount?: number;
}

/** Without columns in events after the first: the client knows them by then. */
export function tableValue(
  { scheme, metaVersion }: TableContext,
  metadata: TableMeta,
  columns: readonly ColumnDefinition[] | null,
  rows: readonly JsonValue[],
): JsonValue {
  return {
    kind: 'Table',
    apiVersion: `meta.${scheme.domain}/${metaVersion}`,
    metadata: { ...metadata },
    columnDefinitions: columns === null ? null : [...columns],
    rows: [...rows],
  };
}
