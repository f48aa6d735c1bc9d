/** HTTP/2 for clients: exchanges over a connection, whose frames of one turn of the event loop are one write. */
export { openConnection } from './connection.ts';
export type { ConnectionOptions, Http2Connection } from './connection.ts';
export { Http2Error, isHttp2Error, resetCodes } from './errors.ts';
export type { Http2Exchange, Http2Request } from './exchange.ts';
export { fieldOf } from './header-block.ts';
export type { HeaderBlock } from './header-block.ts';
export { printField, printRequestLine } from './header-writer.ts';
export { largestWindow } from './receive-window.ts';
