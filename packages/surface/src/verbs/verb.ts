/** A verb carries out a request for a resource and ends its response. */
import type { RequestTarget } from '@keelson/meta';

import type { Exchange } from '../chain/exchange.ts';
import type { VerbContext } from './verb-context.ts';

export type Verb = (exchange: Exchange, place: RequestTarget, context: VerbContext) => void | Promise<void>;
