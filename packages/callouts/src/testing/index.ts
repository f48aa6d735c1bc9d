/** For tests of what calls other servers. */
export { makeAuthority, type Authority, type Leaf } from './authority.ts';
export { serveNode, type NodeServer } from './node-server.ts';
