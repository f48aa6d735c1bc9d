/**
 * Alternatives as the wire sees them: a message with a field for each form. The
 * mapping between that message and the one value in memory is all there is here.
 */
import type { AlternativeShape, Message } from '../language/descriptor.ts';
import { message } from '../language/declare.ts';
import { field, optional } from '../language/field.ts';
import { bool, lazy, list, string } from '../language/shape.ts';
import type { Plain } from './plain.ts';

export interface Alternative {
  readonly message: Message;
  readonly toWire: (value: unknown) => Plain;
  readonly fromWire: (object: Plain) => unknown;
}

export function alternativeOf(shape: AlternativeShape): Alternative {
  switch (shape.or) {
    case 'bool':
      return orBool(shape);
    case 'messageList':
    case 'stringList':
      return orList(shape);
  }
}

function orBool(shape: AlternativeShape): Alternative {
  const one = lazy(shape.message);
  return {
    message: message('alternative of a message and a bool', { allows: field(1, bool), message: optional(2, one) }),
    toWire(value) {
      if (value === null || value === undefined) return {};
      return typeof value === 'boolean' ? { allows: value } : { allows: true, message: value };
    },
    fromWire: (object) => object['message'] ?? object['allows'] ?? false,
  };
}

function orList(shape: AlternativeShape): Alternative {
  const one = lazy(shape.message);
  const item = shape.or === 'stringList' ? string : one;
  return {
    message: message('alternative of a message and a list', { message: optional(1, one), list: field(2, list(item)) }),
    toWire(value) {
      if (value === null || value === undefined) return {};
      return Array.isArray(value) ? { list: value } : { message: value };
    },
    // Where a sender set both, the list wins, as in the peer.
    fromWire: (object) => object['list'] ?? object['message'] ?? null,
  };
}
