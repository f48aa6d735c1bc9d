/** Authorization checks for plugins. The authorizer behind them is not known here. */
import type { UserInfo } from '@keelson/meta';

export interface Right {
  readonly verb: string;
  /** With its domain. */
  readonly group: string;
  readonly resource: string;
  readonly name: string;
}

export type MayDo = (user: UserInfo, right: Right) => boolean | Promise<boolean>;
