/** The outside world of a command, for tests: input that is given, output that is kept. */
import type { Terminal } from '../terminal.ts';

export interface FakeTerminal extends Terminal {
  /** All of standard output, as text. */
  readonly out: () => string;
  readonly outBytes: () => Uint8Array;
  readonly errors: () => string;
}

export function fakeTerminal(
  input: string | Uint8Array = '',
  env: Readonly<Record<string, string>> = {},
): FakeTerminal {
  const out: Uint8Array[] = [];
  const errors: string[] = [];
  return {
    stdin: chunksOf(Buffer.from(input)),
    writeOut: (output) => void out.push(Buffer.from(output)),
    streamOut: async (pieces) => {
      for await (const piece of pieces) out.push(Buffer.from(piece));
    },
    writeError: (text) => void errors.push(text),
    env,
    out: () => Buffer.concat(out).toString(),
    outBytes: () => Buffer.concat(out),
    errors: () => errors.join(''),
  };
}

/** In pieces, as a pipe gives them. */
async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield await Promise.resolve(bytes.subarray(at, at + 1000));
}
