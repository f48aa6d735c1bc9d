/** Where the lines of an audit log go: a file that rotates, the standard output, or a process that writes for several. */
import { createRotatingFile, type RotatingFile, type Rotation } from './rotating-file.ts';

export interface LogPlace {
  /** `-` is the standard output. */
  readonly path: string;
  readonly rotation: Rotation;
}

/** Whole lines. */
export interface LogLines {
  readonly pieces: readonly Uint8Array[];
  /** Of all pieces together. */
  readonly bytes: number;
}

export interface LogOutput {
  /** To be called again when it has settled. The pieces may be used again then. */
  write(lines: LogLines): Promise<void>;
  close(): Promise<void>;
}

/** `onFault` is told of a file that could not be put aside, and is written on. */
export function openLogOutput({ path, rotation }: LogPlace, onFault: (error: unknown) => void): LogOutput {
  return path === '-' ? standardOutput : fileOutput(createRotatingFile(path, rotation), onFault);
}

function fileOutput(file: RotatingFile, onFault: (error: unknown) => void): LogOutput {
  return {
    write: async ({ pieces, bytes }) => {
      // Better a file that is too large than lines that are lost.
      if ((await file.room()) < bytes) await file.rotate().catch(onFault);
      await file.append(pieces);
    },
    close: () => file.close(),
  };
}

const standardOutput: LogOutput = {
  write: async ({ pieces }) => {
    for (const piece of pieces) await writeOut(process.stdout, piece);
  },
  close: () => Promise.resolve(),
};

/** For a process that gathers the lines of several. */
export function streamOutput(stream: NodeJS.WritableStream & { destroy(): unknown }): LogOutput {
  return {
    write: async ({ pieces }) => {
      for (const piece of pieces) await writeOut(stream, piece);
    },
    close: () => {
      stream.destroy();
      return Promise.resolve();
    },
  };
}

function writeOut(stream: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
