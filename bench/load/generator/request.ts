/** The bytes of a request. */

export interface RequestText {
  readonly method?: string;
  readonly path: string;
  /** Empty for nobody in particular. */
  readonly token: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly body?: string;
  /** The user to impersonate. */
  readonly user?: string;
}

export function requestBytes({ method = 'GET', path, token, ...more }: RequestText): Buffer {
  const { accept = 'application/json', contentType = 'application/json', body, user } = more;
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: bench',
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    ...(user === undefined ? [] : [`Impersonate-User: ${user}`]),
    `Accept: ${accept}`,
    'User-Agent: bench/1.0',
    ...(body === undefined ? [] : [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
