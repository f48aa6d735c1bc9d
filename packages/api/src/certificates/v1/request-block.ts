/**
 * The certificate request in a PEM text. All who judge a request and the one who signs it read it here: of a text with
 * several blocks, each must see the same one.
 */
const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----\r?\n([A-Za-z0-9+/=\r\n]*)-----END \1-----/;
const wantedLabel = 'CERTIFICATE REQUEST';

export const noRequestBlock = `PEM block type must be ${wantedLabel}`;

/** In DER. Undefined where the first block is none, or there is no block. */
export function readRequestBlock(pem: string): Buffer | undefined {
  const [, label, body = ''] = pemBlock.exec(pem) ?? [];
  return label === wantedLabel ? Buffer.from(body, 'base64') : undefined;
}
