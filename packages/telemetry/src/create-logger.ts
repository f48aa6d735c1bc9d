/** A logger that writes lines: JSON for machines, plain text for people. Secrets do not belong in log fields. */
import { createLogger as createWinston, format, transports } from 'winston';

import type { DescribeOptions } from './describe-error.ts';
import type { LogFields, Logger } from './logger.ts';
import { streamTo } from './stream-to.ts';
import { toLoggable } from './to-loggable.ts';

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
  const isVerbose = verbosity >= debugVerbosity;
  const winston = createWinston({
    level: isVerbose ? 'debug' : 'info',
    format: format.combine(format.timestamp(), line),
    transports: [new transports.Stream({ stream: write === undefined ? process.stderr : streamTo(write) })],
  });
  return {
    debug: (message, fields) => {
      // Not computed for lines that are not written.
      if (isVerbose) winston.debug(message, loggableFields(fields, full));
    },
    info: (message, fields) => void winston.info(message, loggableFields(fields, brief)),
    warn: (message, fields) => void winston.warn(message, loggableFields(fields, brief)),
    error: (message, fields) => void winston.error(message, loggableFields(fields, full)),
  };
}

/** Stacks are for the server's own faults, which have level error, and for debugging. */
const full: DescribeOptions = { withStack: true };
const brief: DescribeOptions = { withStack: false };

function textFormat() {
  return format.printf(({ timestamp, level, message, ...fields }) => {
    const said = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
    return `${String(timestamp)} ${level.padEnd(5)} ${String(message)}${said.join('')}`;
  });
}

function loggableFields(fields: LogFields | undefined, options: DescribeOptions): LogFields | undefined {
  if (fields === undefined) return undefined;
  const shown = Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
    value === undefined && !isThrown(name) ? [] : [[name, toLoggable(value, options) ?? String(value)]],
  );
  return Object.fromEntries(shown);
}

/** `undefined` can be thrown, and is logged then; other fields without a value are left out. */
function isThrown(name: string): boolean {
  return name === 'error' || name === 'cause';
}
