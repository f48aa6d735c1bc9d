/** A logger that writes lines: JSON for machines, plain text for people. Secrets do not belong in log fields. */
import { createLogger as createWinston, format, transports } from 'winston';

import type { LogFields, Logger } from './logger.ts';
import { streamTo } from './stream-to.ts';

export interface LoggerOptions {
  readonly format: 'json' | 'text';
  /** As `--v`: 0 tells what operators need, 4 and above what developers want. */
  readonly verbosity: number;
  /** Where lines go; standard error when absent. */
  readonly write?: (line: string) => void;
}

const debugVerbosity = 4;

export function createLogger({ format: form, verbosity, write }: LoggerOptions): Logger {
  const line = form === 'json' ? format.json() : textFormat();
  const winston = createWinston({
    level: verbosity >= debugVerbosity ? 'debug' : 'info',
    format: format.combine(format.timestamp(), line),
    transports: [new transports.Stream({ stream: write === undefined ? process.stderr : streamTo(write) })],
  });
  return {
    debug: (message, fields) => void winston.debug(message, fields),
    info: (message, fields) => void winston.info(message, fields),
    warn: (message, fields) => void winston.warn(message, fields),
    error: (message, fields) => void winston.error(message, describeErrors(fields)),
  };
}

function textFormat() {
  return format.printf(({ timestamp, level, message, ...fields }) => {
    const said = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    return `${String(timestamp)} ${level.padEnd(5)} ${String(message)}${said.join('')}`;
  });
}

/** Errors print as `{}`; what a reader needs is the message and the way there. */
function describeErrors(fields: LogFields | undefined): LogFields | undefined {
  if (fields === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? (value.stack ?? value.message) : value,
    ]),
  );
}
