/** An input that is made to keep a server busy, and what such inputs are put together of. */
import type { Answer, Question, Started } from './serve.ts';

export interface HostileInput {
  readonly name: string;
  send(server: Started): Promise<Answer | readonly Answer[]>;
}

export const configMaps = '/api/v1/namespaces/default/configmaps';
export const pods = '/api/v1/namespaces/default/pods';
export const revisions = '/apis/apps/v1/namespaces/default/controllerrevisions';

export const yaml = 'application/yaml';

export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
export const mapOf = (count: number, value: string) =>
  Object.fromEntries(many(count, (at) => [`key-${String(at)}`, value]));

let names = 0;
export const nextName = (): string => `hostile-${String((names += 1))}`;

export function configMap(fields: object, metadata: object = {}): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: nextName(), ...metadata }, ...fields };
}

export function pod(spec: object, metadata: object = {}): object {
  const containers = [{ name: 'a', image: 'b' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: nextName(), ...metadata }, spec: { containers, ...spec } };
}

export function ask(name: string, path: string, question: Question = {}): HostileInput {
  return { name, send: (server) => server.ask(path, question) };
}

export function post(name: string, path: string, make: () => unknown, type = 'application/json'): HostileInput {
  return {
    name,
    send: (server) => server.ask(path, { method: 'POST', body: make(), headers: { 'Content-Type': type } }),
  };
}

export function patch(name: string, path: string, type: string, make: () => unknown): HostileInput {
  const headers = { 'Content-Type': type };
  return { name, send: (server) => server.ask(path, { method: 'PATCH', body: make(), headers }) };
}

export function get(name: string, path: string, accept: string): HostileInput {
  return ask(name, path, { headers: { Accept: accept } });
}

/** `depth` levels of one list in another. */
export const nested = (depth: number, inside = ''): string => '['.repeat(depth) + inside + ']'.repeat(depth);
/** The same for objects. */
export const nestedObjects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

export const asText = (object: object, field: string, text: string): string =>
  JSON.stringify({ ...object, [field]: '#' }).replace('"#"', () => text);

/** `unit` over and over. */
export const long = (length: number, unit: string): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
