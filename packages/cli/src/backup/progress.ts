/** Reports the progress of a backup or a restore on standard error, once a second. */
import type { Terminal } from '../terminal.ts';

export interface ProgressReport {
  tell(entries: number, bytes: number): void;
  /** A line that is told at once. */
  say(text: string): void;
  /** The time it has taken, and the rates. */
  summary(entries: number, bytes: number): string;
}

const periodMs = 1_000;

export function createProgress(terminal: Terminal, isQuiet: boolean): ProgressReport {
  const begun = performance.now();
  let toldAt = begun;
  return {
    tell: (entries, bytes) => {
      const now = performance.now();
      if (isQuiet || now - toldAt < periodMs) return;
      toldAt = now;
      terminal.writeError(`${entries} entries, ${megabytes(bytes)} MB\n`);
    },
    say: (text) => {
      if (!isQuiet) terminal.writeError(`${text}\n`);
    },
    summary: (entries, bytes) => {
      const seconds = Math.max((performance.now() - begun) / 1_000, 0.001);
      const rates = `${Math.round(entries / seconds)} entries/s, ${megabytes(bytes / seconds)} MB/s`;
      return `${entries} entries, ${megabytes(bytes)} MB in ${seconds.toFixed(1)} s (${rates})`;
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
