/**
 * The logger interface that other packages are given. It refuses to know where the
 * lines go, or how they look.
 */

export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const ignore = (): void => undefined;

/** Discards all lines. */
export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
