/** HTTP/2 of clients and servers: exchanges over a connection, whose frames of one turn of the event loop are one write. */
export { openConnection } from './connection.ts';
export type { ConnectionOptions, Http2Connection } from './connection.ts';
export { Http2Error, isHttp2Error, resetCodes } from './errors.ts';
export type { Http2Exchange, Http2Request } from './exchange.ts';
export { fieldOf } from './header-block.ts';
export type { HeaderBlock } from './header-block.ts';
export { printField, printRequestLine } from './header-writer.ts';
export { largestWindow } from './receive-window.ts';
export { acceptConnection } from './server/accept-connection.ts';
export type { AcceptedOptions, AcceptedConnection } from './server/accept-connection.ts';
export type { EverySecond } from './server/time-limits.ts';
export type { RequestBlock } from './server/request-block.ts';
export type { RequestEvents, ServerExchange } from './server/server-stream.ts';
export type { OnRequest } from './server/streams.ts';
export { printStatusLine } from './header-writer.ts';
