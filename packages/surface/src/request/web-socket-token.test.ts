import { describe, expect, it } from '@jest/globals';

import { webSocketToken, withoutToken } from './web-socket-token.ts';

const switching = { connection: 'Upgrade', upgrade: 'websocket' };
const prefix = 'base64url.bearer.authorization.k8s.io.';
const spoken = `${prefix}c2VjcmV0, v4.channel.k8s.io`;

describe('a token among the subprotocols of a WebSocket', () => {
  it.each([
    ['beside another one', spoken, 'secret'],
    ['whatever the order', `v4.channel.k8s.io,${prefix}c2VjcmV0`, 'secret'],
    ['with bits that nothing is made of', `${prefix}YR, a`, 'a'],
    ['empty', `${prefix}, a`, undefined],
    ['empty and alone', prefix, undefined],
    ['not at all', 'a, b', undefined],
  ])('is read where it stands %s', (_, protocols, token) => {
    const read = webSocketToken({ ...switching, 'sec-websocket-protocol': protocols });
    expect(read).toEqual(token === undefined ? undefined : expect.objectContaining({ text: token }));
  });

  it.each([
    ['alone', `${prefix}c2VjcmV0`],
    ['twice', `${prefix}c2VjcmV0, ${prefix}c2VjcmV0, a`],
    ['beside an empty one', `${prefix}, ${prefix}c2VjcmV0, a`],
    ['with padding', `${prefix}YQ==, a`],
    ['with letters that are none', `${prefix}c2Vj!mV0, a`],
    ['with the letters of plain base64', `${prefix}+/+/, a`],
    ['with a letter too many', `${prefix}c2VjcmV0a, a`],
    ['that is no text', `${prefix}_w, a`],
  ])('is malformed %s', (_, protocols) => {
    expect(webSocketToken({ ...switching, 'sec-websocket-protocol': protocols })).toBe('malformed');
  });

  it('is none where nobody asks for a WebSocket', () => {
    expect(webSocketToken({ 'sec-websocket-protocol': spoken })).toBeUndefined();
    expect(
      webSocketToken({ connection: 'close', upgrade: 'websocket', 'sec-websocket-protocol': spoken }),
    ).toBeUndefined();
  });

  it('is not handed on', () => {
    const handedOn = withoutToken({ ...switching, 'sec-websocket-protocol': spoken });
    expect(handedOn['sec-websocket-protocol']).toBe('v4.channel.k8s.io');
    expect(withoutToken({ 'sec-websocket-protocol': `${prefix}c2VjcmV0` })['sec-websocket-protocol']).toBeUndefined();
  });
});
