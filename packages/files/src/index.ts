/** The files of an operator: read, read again when they change, written whole or not at all. */
export { ConfigurationError, isConfigurationError, wrongFile } from './configuration-error.ts';
export type { FileSource } from './file-source.ts';
export { createReloads, type Parsed, type Reloads } from './reloads.ts';
export { isUnwritableFile, unwritableFile } from './unwritable-file.ts';
export { writeIfDifferent, writeTogether, writeWhole } from './write-whole.ts';
