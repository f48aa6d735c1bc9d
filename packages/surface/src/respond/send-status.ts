/** Refusals as the API writes them: a Status, in the encoding the client asked for. */

import { Status as StatusMessage } from '@keelson/api';
import type { Status } from '@keelson/meta';
import { decodeJson, encodeProtobuf, sealEnvelope, stringifyYaml } from '@keelson/schema';
import type { JsonValue } from '@keelson/schema';

import { mediaTypes } from '../negotiate/accept.ts';
import type { MediaEncoding } from '../negotiate/accept.ts';
import { noteStatus, type Reply } from './reply.ts';

export interface StatusStyle {
  readonly encoding: MediaEncoding;
  readonly isPretty: boolean;
}

export const plainStyle: StatusStyle = { encoding: 'json', isPretty: false };

/** Ends the response. One that has already begun can only be cut off. */
export function sendStatus(reply: Reply, status: Status, style: StatusStyle = plainStyle): void {
  const { response } = reply;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  noteStatus(reply, status);
  const body = encodeStatus(status, style);
  const retryAfter = status.details?.retryAfterSeconds;
  if (retryAfter !== undefined && retryAfter > 0) response.setHeader('Retry-After', String(retryAfter));
  response.writeHead(status.code ?? 500, { 'Content-Type': mediaTypes[style.encoding], 'Content-Length': body.length });
  response.end(body);
}

export function encodeStatus(status: Status, { encoding, isPretty }: StatusStyle): Buffer {
  const value = status as unknown as JsonValue;
  switch (encoding) {
    case 'json':
      return Buffer.from(isPretty ? JSON.stringify(status, null, 2) : `${JSON.stringify(status)}\n`);
    case 'yaml':
      return Buffer.from(stringifyYaml(value));
    case 'protobuf': {
      const decoded = decodeJson(StatusMessage, value);
      if (!decoded.ok) throw new Error(`a Status does not decode: ${decoded.message}`);
      return Buffer.from(
        sealEnvelope({ kind: 'Status', apiVersion: 'v1' }, encodeProtobuf(StatusMessage, decoded.object)),
      );
    }
  }
}
