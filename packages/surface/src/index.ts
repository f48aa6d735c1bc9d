/** HTTP in, HTTP out. */
export { createHandler, type Handler, type HandlerOptions } from './chain/handler.ts';
export { createInFlight, type InFlight, type InFlightLimits } from './chain/in-flight.ts';
export type { VerbContext } from './verbs/verb-context.ts';
