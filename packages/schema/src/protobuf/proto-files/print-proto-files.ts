/** `.proto` files, one for each package, for the compilers of other languages. */
import protobuf from 'protobufjs';

import type { Message } from '../../language/descriptor.ts';
import { reflectMessages } from './reflect-messages.ts';

export interface ProtoFile {
  /** Below the folder that compilers are given: `io/k8s/api/apps/v1.proto`. */
  readonly path: string;
  readonly text: string;
}

/** In the order of their paths. The same messages give the same text. */
export function printProtoFiles(messages: Iterable<Message>): ProtoFile[] {
  const root = reflectMessages([...messages].filter(hasNumbers));
  return [...packagesIn(root)]
    .map(([name, types]) => ({ path: pathOf(name), text: printFile(name, types) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Tables and their like are JSON alone, and their fields have no numbers. */
function hasNumbers({ fields }: Message): boolean {
  return Object.values(fields).every(({ number }) => number > 0);
}

function pathOf(packageName: string): string {
  return `${packageName.replaceAll('.', '/')}.proto`;
}

function* packagesIn(namespace: protobuf.NamespaceBase): Generator<[name: string, types: protobuf.Type[]]> {
  const types: protobuf.Type[] = [];
  for (const nested of namespace.nestedArray) {
    if (nested instanceof protobuf.Type) types.push(nested);
    else if (nested instanceof protobuf.Namespace) yield* packagesIn(nested);
  }
  if (types.length > 0) yield [packageOf(namespace), types];
}

function packageOf({ fullName }: protobuf.ReflectionObject): string {
  return fullName.replace(/^\./, '');
}

function printFile(name: string, types: readonly protobuf.Type[]): string {
  const sorted = [...types].sort((a, b) => (a.name < b.name ? -1 : 1));
  const imports = new Set<string>();
  for (const type of sorted) for (const of of typesIn(type)) imports.add(packageOf(parentOf(of)));
  imports.delete(name);
  return (
    [
      'syntax = "proto2";',
      `package ${name};`,
      ...(imports.size > 0
        ? [
            [...imports]
              .sort()
              .map((each) => `import "${pathOf(each)}";`)
              .join('\n'),
          ]
        : []),
      ...sorted.map(printType),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

function parentOf(type: protobuf.ReflectionObject): protobuf.ReflectionObject {
  if (type.parent === null) throw new Error(`${type.name} is in no package`);
  return type.parent;
}

function typesIn({ fieldsArray }: protobuf.Type): protobuf.ReflectionObject[] {
  return fieldsArray.flatMap(({ resolvedType }) => (resolvedType === null ? [] : [resolvedType]));
}

function printType(type: protobuf.Type): string {
  const fields = [...type.fieldsArray].sort((a, b) => a.id - b.id).map(printField);
  return [...printComment(type.comment, ''), `message ${type.name} {`, ...fields, '}'].join('\n');
}

function printField(field: protobuf.Field): string {
  const name: unknown = field.getOption('json_name');
  const options = typeof name === 'string' ? ` [json_name = ${JSON.stringify(name)}]` : '';
  const line = `  ${printFieldType(field)} ${field.name} = ${String(field.id)}${options};`;
  return [...printComment(field.comment, '  '), line].join('\n');
}

function printFieldType(field: protobuf.Field): string {
  if (field instanceof protobuf.MapField) return `map<${field.keyType}, ${field.type}>`;
  return `${field.repeated ? 'repeated' : 'optional'} ${field.type}`;
}

function printComment(comment: string | null, indent: string): string[] {
  return comment === null ? [] : comment.split('\n').map((line) => `${indent}// ${line}`);
}
