export { largestMessageBytes } from '../grpc/length-prefixed-message.ts';
export { bytesField, messageField, numberField } from '../protobuf/fields.ts';
export { answerCall } from './answer-call.ts';
export { createFrameReader, frameFlag, frameType, mutate, mutations, startScriptedPeer } from '@keelson/http2/testing';
export type { Mutation, Peer, PeerScript } from '@keelson/http2/testing';
