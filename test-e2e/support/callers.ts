/** Helpers for tests of authentication: the user that a server recognises, requests with credentials, and metrics. */
import { expect } from '@jest/globals';

import type { Answer, Question, Started } from './serve.ts';

export const configMaps = '/api/v1/namespaces/default/configmaps';
export const secrets = '/api/v1/namespaces/default/secrets';
export const accounts = '/api/v1/namespaces/default/serviceaccounts';

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const parse = <T>({ body }: Answer): T => JSON.parse(body) as T;

/** The name of the user, or the status if the request is not authenticated. */
export async function nameOf(server: Started, headers: Question['headers'] = {}): Promise<string> {
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const answer = await server.ask(path, { method: 'POST', body: {}, headers });
  if (answer.status !== 201) return String(answer.status);
  return parse<{ status: { userInfo: { username: string } } }>(answer).status.userInfo.username;
}

export async function make<T>(server: Started, path: string, body: unknown): Promise<T> {
  const made = await server.ask(path, { method: 'POST', body });
  expect(made).toMatchObject({ status: 201 });
  return parse<T>(made);
}

/** 0 for what was never counted. `metric` with its labels, as it is printed. */
export async function counted(server: Started, metric: string): Promise<number> {
  const { body } = await server.ask('/metrics');
  const line = body.split('\n').find((each) => each.startsWith(`${metric} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Changes of the file of a flag that could not be used. */
export function refusedReloads(server: Started, flag: string): Promise<number> {
  return counted(server, `keelson_file_reloads_total{flag="${flag}",result="refused"}`);
}
