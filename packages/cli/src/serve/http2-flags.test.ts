import { describe, expect, it } from '@jest/globals';

import { http2Of } from './http2-flags.ts';

const of = (chance: string, streams = 0) =>
  http2Of({ 'goaway-chance': chance, 'http2-max-streams-per-connection': streams });

describe('the flags of HTTP/2', () => {
  it.each(['0', '0.02', '.001'])('take a chance of %s', (chance) => {
    expect(of(chance)).toEqual({ mostStreams: 250, goawayChance: Number(chance) });
  });

  it.each(['0.03', '-1', 'often', ''])('refuse a chance of "%s", in the words of kube-apiserver', (chance) => {
    expect(() => of(chance)).toThrow('can not be less than 0 or greater than 0.02');
  });

  it('set the streams of a connection', () => {
    expect(of('0', 17).mostStreams).toBe(17);
  });
});
