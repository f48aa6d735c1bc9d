/** The parsed flags of `keelson serve`. */
import type { ValuesOf } from './flag.ts';
import type { serveFlags } from './flags.ts';

export type ServeValues = ValuesOf<typeof serveFlags>;
