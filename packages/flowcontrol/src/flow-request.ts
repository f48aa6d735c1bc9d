/** A request as flow control looks at it. */
import type { RequestAttributes, UserInfo } from '@keelson/meta';

export type RequestKind = 'mutating' | 'readOnly';

export interface FlowRequest {
  /** The user that it is carried out as. */
  readonly user: UserInfo;
  readonly attributes: RequestAttributes;
  readonly work: RequestKind | 'watch';
  readonly url: {
    readonly path: string;
    readonly query: { first(name: string): string | undefined };
  };
}
