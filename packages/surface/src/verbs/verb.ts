/** A verb carries out a request for a resource and ends its response. */
import type { Place } from '@keelson/registry';

import type { Exchange } from '../chain/exchange.ts';
import type { VerbContext } from './verb-context.ts';

export type Verb = (exchange: Exchange, place: Place, context: VerbContext) => void | Promise<void>;
