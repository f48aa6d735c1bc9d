/** The patterns of one definition, each compiled once: generated schemas repeat theirs. */
import { compilePattern, type PatternResult } from '@keelson/schema';

/** In units of about a microsecond: compiling is much slower than anything else that is checked. */
const mostWork = 20_000;
const workOfPattern = 16;
const workOfUnicodeClass = 40;
const workOfInstruction = 1.5;

export interface PatternCache {
  /** Absent if the patterns so far took all the work that is allowed. */
  find(source: string): PatternResult | undefined;
}

/** For all versions together. */
export function createPatternCache(): PatternCache {
  const known = new Map<string, PatternResult>();
  let left = mostWork;
  return {
    find(source) {
      const before = known.get(source);
      if (before !== undefined || left < 0) return before;
      const compiled = compilePattern(source);
      known.set(source, compiled);
      const classes = source.split(/\\p/i).length - 1;
      left -=
        workOfPattern +
        source.length +
        workOfUnicodeClass * classes +
        (compiled.ok ? workOfInstruction * compiled.programSize : 0);
      return compiled;
    },
  };
}
