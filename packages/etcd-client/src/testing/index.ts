export { largestMessageBytes } from '../grpc/length-prefixed-message.ts';
export { createFrameReader, frameFlag, frameType } from '../http2/frames.ts';
export type { Frame } from '../http2/frames.ts';
export { bytesField, messageField, numberField } from '../protobuf/fields.ts';
export { startScriptedPeer } from './scripted-peer.ts';
export type { Peer, PeerScript, ScriptedPeer } from './scripted-peer.ts';
export { mutate, mutations } from './mutate.ts';
export type { Mutation } from './mutate.ts';
