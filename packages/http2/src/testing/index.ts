/** For tests of what speaks HTTP/2: frames, header blocks, a scripted server, mutated bytes. */
export { createFrameReader } from '../frame-reader.ts';
export { contentOf, frameFlag, frameOf, frameType, largestPayload } from '../frames.ts';
export type { Frame } from '../frames.ts';
export { createHeaderReader } from '../header-reader.ts';
export { chunksOf, mutate, mutations } from './mutate.ts';
export type { Mutation } from './mutate.ts';
export { startScriptedPeer } from './scripted-peer.ts';
export type { Peer, PeerScript, ScriptedPeer } from './scripted-peer.ts';
export { writeHeaderBlock } from './write-header-block.ts';
