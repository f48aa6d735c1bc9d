/** HTTP/1.1 over sockets: a quick lane for what most requests are, Node's own server for the rest. */
export { connectionOf, type ClientConnection, type TakenConnection } from './client-connection.ts';
export type {
  AnswerQuickly,
  Backlog,
  BodyPiece,
  BodyReader,
  BodyResult,
  HeaderValue,
  Incoming,
  OnBytes,
  Outgoing,
  OutgoingEvent,
} from './exchange.ts';
export type { GiveWay } from './handshakes.ts';
export { openLane, type Lane, type LaneOptions } from './lane.ts';
export { usualNewcomerLimits } from './newcomers.ts';
export type { AlpnConnection, AlpnConnectionParts, AlpnProtocol } from './alpn-protocol.ts';
export { answerMessage, type AnswerNode } from './node/answer-with-node.ts';
export { ArrivalQueue, nameArrival } from './quick/arrival-queue.ts';
export { createHeaderPrinter, ResponseHeaders, type PrintHeader } from './quick/response-head.ts';
export { HeldBytes } from './held-bytes.ts';
export { NodeIncoming } from './node/node-incoming.ts';
export { asksForWebSocket, openWebSocket, type MessageSocket } from './web-socket.ts';
