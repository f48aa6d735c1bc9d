/** What the flags of `keelson serve` say, once they are read. */
import type { ValuesOf } from './flag.ts';
import type { serveFlags } from './flags.ts';

export type ServeValues = ValuesOf<typeof serveFlags>;
