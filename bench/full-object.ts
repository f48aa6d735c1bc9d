/** An object of a message with every field set, once: as large as its kind gets without repeating itself. */
import type { Message, Shape } from '@keelson/schema';

/** Messages that contain themselves end here. */
const deepest = 12;

export function fullObject(message: Message, depth = 0): Record<string, unknown> {
  const entries = Object.entries(message.fields).flatMap(([name, { shape, presence }]): [string, unknown][] => {
    if (presence === 'inline') return Object.entries(fullValue(name, shape, depth) as object);
    return [[name, fullValue(name, shape, depth)]];
  });
  return Object.fromEntries(entries);
}

function fullValue(name: string, shape: Shape, depth: number): unknown {
  switch (shape.kind) {
    case 'string':
      return shape.enum?.[0] ?? `${name}Value`;
    case 'bool':
      return true;
    case 'int32':
    case 'int64':
    case 'double':
      return name.length;
    case 'bytes':
      return 'AQID';
    case 'time':
      return '2030-01-02T03:04:05Z';
    case 'microTime':
      return '2030-01-02T03:04:05.000006Z';
    case 'duration':
      return '1m30s';
    case 'quantity':
      return '250m';
    case 'intOrString':
      return 8080;
    case 'fieldsV1':
      return { 'f:spec': { 'f:replicas': {} } };
    case 'rawExtension':
    case 'json':
      return { kind: 'Any', size: 3 };
    case 'list':
      return [fullValue(name, shape.item, depth)];
    case 'map':
      return { [`${name}Key`]: fullValue(name, shape.value, depth) };
    case 'message':
      return depth < deepest ? fullObject(shape.message(), depth + 1) : {};
    case 'alternative':
      return depth < deepest ? fullObject(shape.message(), depth + 1) : {};
  }
}
