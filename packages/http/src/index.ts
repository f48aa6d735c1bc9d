/** HTTP/1.1 over sockets: a quick lane for what most requests are, Node's own server for the rest. */
export { connectionOf, type ClientConnection, type TakenConnection } from './client-connection.ts';
export type {
  AnswerQuickly,
  BodyPiece,
  BodyReader,
  BodyResult,
  HeaderValue,
  Incoming,
  OnBytes,
  Outgoing,
  OutgoingEvent,
} from './exchange.ts';
export { openLane, type Lane, type LaneOptions } from './lane.ts';
export type { AnswerNode } from './node/answer-with-node.ts';
export { NodeIncoming } from './node/node-incoming.ts';
export { asksForWebSocket, openWebSocket, type MessageSocket } from './web-socket.ts';
