/** Reads bytes by `.proto` files alone, with the parser and the decoder of protobufjs. */
import protobuf from 'protobufjs';

import type { ProtoFile } from '../proto-files/print-proto-files.ts';

export interface ProtoReader {
  /** The object, with bytes and long numbers as text. */
  decode(type: string, bytes: Uint8Array): Record<string, unknown>;
  /** The bytes again, out of what the files have told of them: other bytes where they left something out. */
  rewrite(type: string, bytes: Uint8Array): Uint8Array;
}

export function readProtoFiles(files: readonly ProtoFile[]): ProtoReader {
  const root = new protobuf.Root();
  for (const { text } of files) protobuf.parse(text, root, { keepCase: true });
  root.resolveAll();
  return {
    decode: (name, bytes) => {
      const type = root.lookupType(name);
      return type.toObject(type.decode(bytes), { longs: String, bytes: String });
    },
    rewrite: (name, bytes) => {
      const type = root.lookupType(name);
      return type.encode(type.decode(bytes)).finish();
    },
  };
}
