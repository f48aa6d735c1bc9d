/** The flags of `keelson serve` about the servers that it calls. */
import type { Flag } from './flag.ts';

const group = 'Other servers';

export const calloutFlags = {
  'enable-aggregator-routing': {
    kind: 'switch',
    group,
    default: false,
    about:
      'send requests for Services (of webhooks and aggregated APIs) to their endpoints, where cluster addresses cannot be reached from here',
  },
} as const satisfies Readonly<Record<string, Flag>>;
