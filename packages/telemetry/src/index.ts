export { silentLogger } from './logger.ts';
export type { LogFields, Logger } from './logger.ts';
