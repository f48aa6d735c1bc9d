/** The zero value of a shape as OpenAPI shows it; undefined where it shows none. */
import type { Shape } from '../language/descriptor.ts';

export function openApiZero(shape: Shape): unknown {
  switch (shape.kind) {
    case 'string':
      return '';
    case 'bool':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
      return 0;
    // Structs in the eyes of the peer, whose documents show them so.
    case 'message':
    case 'time':
    case 'microTime':
    case 'quantity':
    case 'intOrString':
      return {};
    case 'duration':
      return 0;
    case 'bytes':
    case 'list':
    case 'map':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
    case 'alternative':
      return undefined;
  }
}
