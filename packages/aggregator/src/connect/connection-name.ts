/** The names that connections are asked for by: `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT`. */

export interface ConnectionName {
  readonly scheme: '' | 'http' | 'https';
  readonly name: string;
  /** A number or the name of one; empty where none is asked for. */
  readonly port: string;
}

/** Undefined for what is no such name. */
export function parseConnectionName(text: string): ConnectionName | undefined {
  const parts = text.split(':');
  if (parts.length > 3) return undefined;
  const [scheme = '', name = '', port = ''] = parts.length === 3 ? parts : ['', ...parts];
  if (name === '' || (scheme !== '' && scheme !== 'http' && scheme !== 'https')) return undefined;
  return { scheme, name, port };
}
