/** The types that the checker knows. A type that comes from a schema carries the limits on sizes that it states. */
import type { CelValue } from '../values/value.ts';

export type SimpleKind =
  'int' | 'uint' | 'double' | 'bool' | 'string' | 'bytes' | 'null' | 'timestamp' | 'duration' | 'url' | 'dyn' | 'error';

export interface SimpleType {
  readonly kind: SimpleKind;
  /** The most bytes that a value has. */
  readonly maxElements?: number | undefined;
}

export interface ListType {
  readonly kind: 'list';
  readonly item: CelType;
  readonly maxElements?: number | undefined;
}

export interface MapType {
  readonly kind: 'map';
  readonly key: CelType;
  readonly value: CelType;
  readonly maxElements?: number | undefined;
}

export interface ObjectField {
  readonly property: string;
  readonly type: CelType;
  readonly read: (raw: unknown) => CelValue;
}

export interface ObjectType {
  readonly kind: 'object';
  /** By their names in expressions. Two object types are the same if they share this map. */
  readonly fields: ReadonlyMap<string, ObjectField>;
}

/** The type of a type, such as that of `int`. */
export interface TypeType {
  readonly kind: 'type';
  readonly of: CelType;
}

/** A type parameter of a function's declaration. */
export interface ParameterType {
  readonly kind: 'parameter';
  readonly name: string;
}

/** A type that is found out while checking, such as that of the items of `[]`. */
export interface VariableType {
  readonly kind: 'variable';
  bound: CelType | undefined;
}

export type CelType = SimpleType | ListType | MapType | ObjectType | TypeType | ParameterType | VariableType;

const simple = (kind: SimpleKind): SimpleType => ({ kind });

export const simpleTypes = {
  int: simple('int'),
  uint: simple('uint'),
  double: simple('double'),
  bool: simple('bool'),
  string: simple('string'),
  bytes: simple('bytes'),
  null: simple('null'),
  timestamp: simple('timestamp'),
  duration: simple('duration'),
  url: simple('url'),
  dyn: simple('dyn'),
  error: simple('error'),
} as const;

export function listOf(item: CelType): ListType {
  return { kind: 'list', item };
}

export function mapOf(key: CelType, value: CelType): MapType {
  return { kind: 'map', key, value };
}

/** Follows the bindings of variables. */
export function resolveType(type: CelType): CelType {
  let found = type;
  while (found.kind === 'variable' && found.bound !== undefined) found = found.bound;
  return found;
}

/** A variable that nothing is known of is as good as `dyn`. */
export function isDynamic(type: CelType): boolean {
  const { kind } = resolveType(type);
  return kind === 'dyn' || kind === 'error' || kind === 'variable';
}

/** Deeper types are cut off in messages. */
const printedDepth = 8;

export function printType(type: CelType, depth = 0): string {
  const found = resolveType(type);
  if (depth > printedDepth) return '...';
  switch (found.kind) {
    case 'list':
      return `list(${printType(found.item, depth + 1)})`;
    case 'map':
      return `map(${printType(found.key, depth + 1)}, ${printType(found.value, depth + 1)})`;
    case 'type':
      return `type(${printType(found.of, depth + 1)})`;
    case 'parameter':
      return found.name;
    case 'variable':
      return 'dyn';
    case 'url':
      return 'kubernetes.URL';
    case 'error':
      return '!error!';
    default:
      return found.kind;
  }
}
