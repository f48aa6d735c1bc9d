/** A command's access to the outside world, so that a test can replace it. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  writeOut(output: string | Uint8Array): void;
  /** Waits for the reader of the output (backpressure), so that the output is never in memory as a whole. */
  streamOut(pieces: AsyncIterable<Uint8Array>): Promise<void>;
  writeError(text: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Exit codes: done, something could not be done, the command was not understood. */
export const exitCode = { done: 0, failed: 1, usage: 2 } as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** The command line was not understood; the message says what to write instead. */
export class UsageError extends Error {
  readonly code = 'usage';
}
