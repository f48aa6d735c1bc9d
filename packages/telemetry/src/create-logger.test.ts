import { describe, expect, it } from '@jest/globals';

import { createLogger } from './create-logger.ts';

function logLines(options: { format: 'json' | 'text'; verbosity: number }): {
  lines: string[];
  logger: ReturnType<typeof createLogger>;
} {
  const lines: string[] = [];
  return { lines, logger: createLogger({ ...options, write: (line) => lines.push(line) }) };
}

describe('a logger', () => {
  it('writes a line of JSON per message', () => {
    const { lines, logger } = logLines({ format: 'json', verbosity: 0 });
    logger.info('started', { port: 6443 });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', message: 'started', port: 6443 });
  });

  it('writes text for people', () => {
    const { lines, logger } = logLines({ format: 'text', verbosity: 0 });
    logger.warn('slow', { ms: 12 });
    expect(lines[0]).toMatch(/^\S+ warn {2}slow ms=12\n?$/);
  });

  it('keeps details to itself unless it is asked to be verbose', () => {
    const quiet = logLines({ format: 'text', verbosity: 0 });
    quiet.logger.debug('detail');
    expect(quiet.lines).toEqual([]);
    const verbose = logLines({ format: 'text', verbosity: 4 });
    verbose.logger.debug('detail');
    expect(verbose.lines).toHaveLength(1);
  });

  it('tells the cause of an error', () => {
    const { lines, logger } = logLines({ format: 'json', verbosity: 0 });
    logger.error('failed', { cause: new Error('disk full') });
    expect(lines[0]).toContain('disk full');
  });
});
