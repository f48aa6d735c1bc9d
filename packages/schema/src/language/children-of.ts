/**
 * The parts of a shape. Readers that only walk through declarations switch over these few kinds, and a new kind of
 * shape fails the build here, once.
 */
import type { Message, Shape } from './descriptor.ts';

export type Children =
  | { readonly kind: 'none' }
  | { readonly kind: 'items' | 'entries'; readonly shape: Shape }
  /** A thunk, because messages may contain themselves. */
  | { readonly kind: 'message'; readonly message: () => Message }
  /** The message, in the one form of the value; the other form may be a list of it, or have none. */
  | { readonly kind: 'alternative'; readonly message: () => Message };

const none: Children = { kind: 'none' };

export function childrenOf(shape: Shape): Children {
  switch (shape.kind) {
    case 'list':
      return { kind: 'items', shape: shape.item };
    case 'map':
      return { kind: 'entries', shape: shape.value };
    case 'message':
    case 'alternative':
      return { kind: shape.kind, message: shape.message };
    case 'string':
    case 'bool':
    case 'int32':
    case 'int64':
    case 'double':
    case 'bytes':
    case 'time':
    case 'microTime':
    case 'duration':
    case 'quantity':
    case 'intOrString':
    case 'fieldsV1':
    case 'rawExtension':
    case 'json':
      return none;
  }
}

/** The message that a value of the shape is, or holds, however deep in lists and maps. */
export function messageWithin(shape: Shape): Message | undefined {
  const children = childrenOf(shape);
  switch (children.kind) {
    case 'none':
      return undefined;
    case 'items':
    case 'entries':
      return messageWithin(children.shape);
    case 'message':
    case 'alternative':
      return children.message();
  }
}
