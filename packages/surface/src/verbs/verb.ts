/** A verb carries out a request for a resource and ends its response. */
import type { RequestTarget } from '@keelson/meta';

import type { Exchange } from '../exchange/exchange.ts';
import type { VerbContext } from '../exchange/verb-context.ts';

export type VerbHandler = (exchange: Exchange, target: RequestTarget, context: VerbContext) => void | Promise<void>;
