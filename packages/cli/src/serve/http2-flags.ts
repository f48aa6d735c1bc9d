/** Flags about HTTP/2: streams of a connection, and connections that are told to end. */
import type { ServerConfiguration } from '@keelson/server';

import { UsageError } from '../terminal.ts';
import type { Flag, ValuesOf } from './flag.ts';

const group = 'Serving';
/** As kube-apiserver serves where it is told nothing. */
const usualStreams = 250;
const mostChance = 0.02;

export const http2Flags = {
  'http2-max-streams-per-connection': {
    kind: 'count',
    group,
    value: 'COUNT',
    default: 0,
    defaultText: String(usualStreams),
    maximum: 10_000,
    about: 'requests that may be under way on one connection of HTTP/2; 0 for the default',
  },
  'goaway-chance': {
    kind: 'text',
    group,
    value: 'CHANCE',
    default: '0',
    about: `the part of the requests over HTTP/2, from 0 to ${mostChance}, whose connection is told to end (GOAWAY): the client opens another one, which a balancer may lead to another replica; requests under way are answered`,
  },
} as const satisfies Readonly<Record<string, Flag>>;

export function http2Of(values: ValuesOf<typeof http2Flags>): ServerConfiguration['serving']['http2'] {
  const text = values['goaway-chance'];
  const chance = /^(?:\d+|\d*\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (!(chance >= 0 && chance <= mostChance)) {
    throw new UsageError(`--goaway-chance "${text}" can not be less than 0 or greater than ${mostChance}`);
  }
  const streams = values['http2-max-streams-per-connection'];
  return { mostStreams: streams === 0 ? usualStreams : streams, goawayChance: chance };
}
