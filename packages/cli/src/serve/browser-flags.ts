/** Flags about browsers: pages of other origins, and HTTPS alone. */
import type { ServerConfiguration } from '@keelson/server';
import { compilePattern } from '@keelson/schema';

import { UsageError } from '../terminal.ts';
import type { Flag, ValuesOf } from './flag.ts';

const group = 'Serving';

export const browserFlags = {
  'cors-allowed-origins': {
    kind: 'list',
    group,
    value: 'PATTERNS',
    default: [],
    defaultText: 'none',
    about:
      'regular expressions of origins whose pages may read answers in browsers; ^https://example\\.org$ is one origin',
  },
  'strict-transport-security-directives': {
    kind: 'list',
    group,
    value: 'DIRECTIVES',
    default: [],
    defaultText: 'none',
    about: 'tell browsers to come over HTTPS alone, such as max-age=31536000,includeSubDomains,preload',
  },
} as const satisfies Readonly<Record<string, Flag>>;

const directive = /^(?:max-age=\d+|includeSubDomains|preload)$/;

export function browsersOf(values: ValuesOf<typeof browserFlags>): ServerConfiguration['browsers'] {
  const origins = values['cors-allowed-origins'].map(parseOrigin);
  const directives = values['strict-transport-security-directives'];
  const wrong = directives.find((each) => !directive.test(each));
  if (wrong !== undefined) {
    throw new UsageError(
      `--strict-transport-security-directives "${wrong}": allowed values: max-age=expireTime, includeSubDomains, preload`,
    );
  }
  return {
    ...(origins.length > 0 && { isAllowedOrigin: (origin) => origins.some((matches) => matches(origin)) }),
    ...(directives.length > 0 && { transportSecurity: directives.join('; ') }),
  };
}

function parseOrigin(source: string): (origin: string) => boolean {
  const pattern = compilePattern(source);
  if (pattern.ok) return pattern.matches;
  throw new UsageError(`--cors-allowed-origins "${source}" is no regular expression: ${pattern.message}`);
}
