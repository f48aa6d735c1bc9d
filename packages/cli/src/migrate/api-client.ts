/** Requests of a migration to an API server: JSON in and out, repeated while the server asks for patience. */
import { setTimeout as delay } from 'node:timers/promises';

import { parseJson } from '@keelson/schema';

import { askServer, type ServerRequest } from '../client/ask-server.ts';
import type { ServerConnection } from '../client/kubeconfig.ts';

export interface ApiAnswer {
  readonly status: number;
  /** The object, or the Status of a failure. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ApiClient {
  /** Rejects when there is no answer, however often it is asked for. */
  ask(path: string, request?: ServerRequest): Promise<ApiAnswer>;
}

const mostTries = 6;
const firstPauseMs = 500;
/** Too many requests, and what a server says that is starting, stopping or waiting for its store. */
const passing = new Set([429, 503, 504]);

/** `pause` is in milliseconds. */
export function createApiClient(
  connection: ServerConnection,
  pause: (ms: number) => Promise<unknown> = delay,
): ApiClient {
  const ask: ApiClient['ask'] = async (path, request) => {
    for (let tries = 1; ; tries += 1) {
      const isLast = tries === mostTries;
      try {
        const { status, text, retryAfterSeconds } = await askServer(connection, path, request);
        if (isLast || !passing.has(status)) return { status, body: parseBody(text) };
        await pause(Math.max((retryAfterSeconds ?? 0) * 1_000, firstPauseMs * 2 ** (tries - 1)));
      } catch (error) {
        if (isLast) throw error;
        await pause(firstPauseMs * 2 ** (tries - 1));
      }
    }
  };
  return { ask };
}

function parseBody(text: string): ApiAnswer['body'] {
  const parsed = parseJson(text, { maxDepth: Infinity });
  const isObject =
    parsed.ok && typeof parsed.value === 'object' && parsed.value !== null && !Array.isArray(parsed.value);
  return isObject ? (parsed.value as ApiAnswer['body']) : { message: text.slice(0, 200) };
}

/** Throws the words of the server for what is no success. */
export function bodyOrThrow({ status, body }: ApiAnswer, what: string): ApiAnswer['body'] {
  if (status >= 200 && status < 300) return body;
  throw new Error(`${what}: the server answered ${String(status)}: ${failureText(body)}`);
}

export function failureText({ message }: ApiAnswer['body']): string {
  return typeof message === 'string' ? message : 'it says no more';
}
