/** The cells of an object by the names of their columns, for tests of tables. It was created five minutes ago. */
import { decodeJson, tableOf, type CellValue, type JsonValue, type Resource } from '@keelson/schema';

const now = new Date('2022-01-02T03:09:05Z');
const metadata = { name: 'a', creationTimestamp: '2022-01-02T03:04:05Z' };

/** Nothing is defaulted: cells show what is there. */
export function printRow(resource: Resource, json: { [key: string]: JsonValue }): Record<string, CellValue> {
  const decoded = decodeJson(resource.message, { ...json, metadata: { ...metadata, ...(json['metadata'] as object) } });
  if (!decoded.ok) throw new Error(decoded.message);
  const table = tableOf(resource);
  const { cells } = table.print(decoded.object, { now });
  return Object.fromEntries(table.columns.map(({ name }, index) => [name, cells[index] ?? null]));
}
