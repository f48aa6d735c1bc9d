/** Dependencies of the quota plugin that only a whole server has. */
import type { LimitedResource } from './limited-resources.ts';
import type { WriteStatus } from './write-status.ts';

export interface QuotaParts {
  readonly writeStatus: WriteStatus;
  /** Resources that need a quota. Default: none. */
  readonly limited?: readonly LimitedResource[] | undefined;
  /** In milliseconds since 1970. */
  readonly nowMs: () => number;
}
