/** What callers may do, for plugins that ask. Who decides it is not known here. */
import type { AdmittedUser } from './plugin.ts';

export interface Right {
  readonly verb: string;
  /** With its domain. */
  readonly group: string;
  readonly resource: string;
  readonly name: string;
}

export type MayDo = (user: AdmittedUser, right: Right) => boolean | Promise<boolean>;
