/** Lays an object and its owners out in two columns. */
import type { OwnedNode, Owner } from '@keelson/patch';
import { isJsonNumber, numberText } from '@keelson/schema';

interface Row {
  readonly text: string;
  readonly owners: readonly Owner[];
}

/** Values longer than this are cut: it is the owners that one wants to see. */
const longestValue = 40;
const widestColumn = 72;

/** With a manager, only the rows on the way to its own fields. */
export function printOwned(node: OwnedNode, manager: string | undefined): string {
  const shown = manager === undefined ? node : prune(node, manager);
  const wanted = shown === undefined ? [] : rowsOf(shown, '', '');
  const width = Math.min(widestColumn, Math.max(0, ...wanted.map(({ text }) => text.length)));
  return wanted
    .map(({ text, owners }) => (owners.length === 0 ? text : `${text.padEnd(width)}  ${owners.map(nameOf).join(', ')}`))
    .map((line) => `${line}\n`)
    .join('');
}

/** The tree without what neither is the manager's nor holds anything of it. */
function prune(node: OwnedNode, manager: string): OwnedNode | undefined {
  const isOwn = node.owners.some((owner) => owner.manager === manager);
  switch (node.kind) {
    case 'value':
      return isOwn ? node : undefined;
    case 'list': {
      const items = node.items.flatMap((item) => prune(item, manager) ?? []);
      return isOwn || items.length > 0 ? { ...node, items } : undefined;
    }
    case 'object': {
      const fields = node.fields.flatMap(([name, each]) => {
        const kept = prune(each, manager);
        return kept === undefined ? [] : [[name, kept] as const];
      });
      return isOwn || fields.length > 0 ? { ...node, fields } : undefined;
    }
  }
}

/** `lead` opens the first row, `indent` all others. */
function rowsOf(node: OwnedNode, lead: string, indent: string): Row[] {
  switch (node.kind) {
    case 'value':
      return [{ text: `${lead}${printValue(node.value)}`, owners: node.owners }];
    case 'object':
      return rowsOfObject(node, lead, indent);
    case 'list':
      return rowsOfList(node, lead, indent);
  }
}

function rowsOfObject(node: OwnedNode & { kind: 'object' }, lead: string, indent: string): Row[] {
  if (node.fields.length === 0) return [{ text: `${lead}{}`, owners: node.owners }];
  const isItem = lead.endsWith('- ');
  const opening =
    lead === '' || (isItem && node.owners.length === 0) ? [] : [{ text: lead.trimEnd(), owners: node.owners }];
  const inItem = isItem && opening.length === 0;
  const rows = node.fields.flatMap(([name, each], index) =>
    rowsOfField(name, each, inItem && index === 0 ? lead : indent, indent),
  );
  return [...opening, ...rows];
}

function rowsOfField(name: string, node: OwnedNode, lead: string, indent: string): Row[] {
  const isEmpty =
    (node.kind === 'object' && node.fields.length === 0) || (node.kind === 'list' && node.items.length === 0);
  const separator = node.kind === 'value' || isEmpty ? ': ' : ':';
  return rowsOf(node, `${lead}${printKey(name)}${separator}`, node.kind === 'list' ? indent : `${indent}  `);
}

function rowsOfList(node: OwnedNode & { kind: 'list' }, lead: string, indent: string): Row[] {
  if (node.items.length === 0) return [{ text: `${lead}[]`, owners: node.owners }];
  const rows = node.items.flatMap((item) => rowsOf(item, `${indent}- `, `${indent}  `));
  return lead === '' ? rows : [{ text: lead, owners: node.owners }, ...rows];
}

function printKey(name: string): string {
  return /^[\w./-]+$/.test(name) ? name : JSON.stringify(name);
}

function printValue(value: unknown): string {
  const text = isJsonNumber(value)
    ? numberText(value)
    : typeof value === 'string'
      ? printText(value)
      : JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

/** Unquoted where it cannot be taken for anything but text. */
function printText(text: string): string {
  return /^[A-Za-z][\w ./-]*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text);
}

function nameOf({ manager, operation, subresource }: Owner): string {
  const how = [...(operation === 'Update' ? ['update'] : []), ...(subresource === '' ? [] : [subresource])];
  return how.length === 0 ? manager : `${manager} (${how.join(' of ')})`;
}
