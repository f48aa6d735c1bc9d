/**
 * Objects to protobuf, byte for byte as the peer writes them. Takes objects in
 * canonical form; one that is not what its message declares is a broken promise and
 * throws.
 */
import type { Message } from '../language/descriptor.ts';
import { messageWriterOf } from './encode-message.ts';
import { toPlain } from './plain.ts';
import { Writer } from './writer.ts';

/** One is enough: encoding never waits and never calls out. */
const shared = new Writer();

/** The message alone, without the envelope that names its kind. */
export function encodeProtobuf(message: Message, object: object): Uint8Array {
  const write = messageWriterOf(message);
  try {
    write(shared, toPlain(object));
    return shared.finish();
  } finally {
    shared.clear();
  }
}
