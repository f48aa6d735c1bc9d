/** An error in the configuration, for the operator: the flag, the file, the line, the reason. */
import type { FileSource } from './file-source.ts';

export class ConfigurationError extends Error {
  readonly isConfigurationError = true;
}

export function isConfigurationError(error: unknown): error is ConfigurationError {
  return error instanceof Error && 'isConfigurationError' in error;
}

/** `why` begins with the line where there is one. */
export function wrongFile({ flag, path }: FileSource, why: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(`--${flag} ${path}: ${why}`, { cause });
}
