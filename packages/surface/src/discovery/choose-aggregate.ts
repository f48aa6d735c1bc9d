/** Negotiates aggregated discovery: if the client asks for it, and in which version. */
import type { MediaEncoding } from '../negotiate/accept.ts';
import { mediaTypes, parseAccept } from '../negotiate/accept.ts';

export const aggregateKind = 'APIGroupDiscoveryList';

export interface AggregateChoice {
  readonly version: string;
  readonly encoding: 'json' | 'protobuf';
}

const encodings = new Map<string, AggregateChoice['encoding']>([
  [mediaTypes.json, 'json'],
  [mediaTypes.protobuf, 'protobuf'],
]);

/** Undefined if the client prefers a plain document, or likes it as much: clients list forms in order of preference. */
export function chooseAggregate(accept: string | undefined, group: string): AggregateChoice | undefined {
  if (accept?.includes(aggregateKind) !== true) return undefined;
  for (const { type, parameters } of parseAccept(accept)) {
    const encoding = encodings.get(type);
    const version = parameters.get('v');
    const isAggregate = parameters.get('as') === aggregateKind && parameters.get('g') === group;
    if (encoding !== undefined && isAggregate && (version === 'v2' || version === 'v2beta1')) {
      return { version, encoding };
    }
    if (parameters.get('as') === undefined) return undefined;
  }
  return undefined;
}

export function aggregateType({ version, encoding }: AggregateChoice, group: string): string {
  const type: string = mediaTypes[encoding satisfies MediaEncoding];
  return `${type};g=${group};v=${version};as=${aggregateKind}`;
}
