/**
 * Every place in the objects of a kind where a value can be, and objects with a value of the test's choice there. Made
 * from the declarations, so that tests of what must hold for every field need not name any.
 */
import { childrenOf, type Field, type JsonValue, type Message, type Shape } from '@keelson/schema';

type Step = { readonly name: string } | 'item' | 'entry';

export interface Place {
  /** The message and the field, such as `io.k8s.api.core.v1.Container.image`; with `[]` or `{}` for what is in a list or map. */
  readonly id: string;
  readonly shape: Shape;
  readonly path: readonly Step[];
}

/** Each field of each message that is reached, once, by one of the shortest ways. */
export function placesOf(root: Message): Place[] {
  const places: Place[] = [];
  const known = new Set([root]);
  const queue: { message: Message; path: readonly Step[] }[] = [{ message: root, path: [] }];
  const visit = ({ id, shape, path }: Place): void => {
    places.push({ id, shape, path });
    const children = childrenOf(shape);
    switch (children.kind) {
      case 'none':
        return;
      case 'items':
        return visit({ id: `${id}[]`, shape: children.shape, path: [...path, 'item'] });
      case 'entries':
        return visit({ id: `${id}{}`, shape: children.shape, path: [...path, 'entry'] });
      case 'message':
      case 'alternative': {
        const message = children.message();
        if (!known.has(message)) queue.push({ message, path });
        known.add(message);
      }
    }
  };
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const [name, { shape, presence }] of Object.entries(next.message.fields)) {
      const path = presence === 'inline' ? next.path : [...next.path, { name }];
      visit({ id: `${next.message.name}.${name}`, shape, path });
    }
  }
  return places;
}

/** An object of the message in which little is missing, and `value` at the place. */
export function objectWith(message: Message, { path }: Place, value: JsonValue): { [key: string]: JsonValue } {
  const object = sampleOf(message, 3);
  let at: Record<string | number, JsonValue> = object;
  path.forEach((step, index) => {
    const key = step === 'item' ? 0 : step === 'entry' ? 'a' : step.name;
    if (index === path.length - 1) at[key] = value;
    else if (typeof at[key] !== 'object' || at[key] === null) at[key] = path[index + 1] === 'item' ? [] : {};
    at = at[key] as Record<string | number, JsonValue>;
  });
  return object;
}

/** Every field once, to a depth of so many messages. */
export function sampleOf(message: Message, depth: number): { [key: string]: JsonValue } {
  const object: { [key: string]: JsonValue } = {};
  if (depth === 0) return object;
  for (const [name, field] of Object.entries(message.fields)) {
    const value = sampleOfField(name, field, depth);
    if (field.presence === 'inline') Object.assign(object, value);
    else object[name] = value;
  }
  return object;
}

function sampleOfField(name: string, { shape }: Field, depth: number): JsonValue {
  return name === 'apiVersion' && shape.kind === 'string' ? 'v1' : sampleOfShape(shape, depth);
}

export function sampleOfShape(shape: Shape, depth: number): JsonValue {
  switch (shape.kind) {
    case 'string':
      return shape.enum?.[0] ?? 'a';
    case 'bool':
      return true;
    case 'int32':
    case 'int64':
    case 'double':
    case 'intOrString':
      return 1;
    case 'bytes':
      return 'YQ==';
    case 'time':
      return '2022-01-02T03:04:05Z';
    case 'microTime':
      return '2022-01-02T03:04:05.000000Z';
    case 'duration':
      return '1s';
    case 'quantity':
      return '1';
    case 'fieldsV1':
      return { 'f:a': {} };
    case 'rawExtension':
    case 'json':
      return { a: 'b' };
    case 'list':
      return [sampleOfShape(shape.item, depth)];
    case 'map':
      return { a: sampleOfShape(shape.value, depth) };
    case 'message':
    case 'alternative':
      return sampleOf(shape.message(), depth - 1);
  }
}
