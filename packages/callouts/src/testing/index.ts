/** For tests of what calls other servers. */
export { makeAuthority, type Authority } from './authority.ts';
export { serveNode, type NodeServer } from './node-server.ts';
