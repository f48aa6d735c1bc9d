import type { UserInfo } from '@keelson/meta';
import { describe, expect, it } from '@jest/globals';

import { headersToSend } from './request-headers.ts';

const anna: UserInfo = { name: 'anna', groups: ['devs', 'system:authenticated'] };

function send(rawHeaders: readonly string[], user: UserInfo = anna, isSwitching = false) {
  return headersToSend({ rawHeaders, remoteAddress: '192.0.2.7', user, auditId: undefined }, isSwitching);
}

const always = {
  'x-forwarded-for': '192.0.2.7',
  'x-remote-user': 'anna',
  'x-remote-group': ['devs', 'system:authenticated'],
};

describe('the headers of a proxied request', () => {
  it('are those of the client, each as often as it was sent', () => {
    expect(send(['Accept', 'a', 'X-Custom', 'one', 'x-custom', 'two', 'User-Agent', 'me/1'])).toEqual({
      ...always,
      accept: 'a',
      'x-custom': ['one', 'two'],
      'user-agent': 'me/1',
    });
  });

  it('may have the names of what every object has', () => {
    const sent = send(['Constructor', 'a', '__proto__', 'b', 'constructor', 'c']);
    expect(Object.entries(sent)).toEqual(
      expect.arrayContaining([
        ['constructor', ['a', 'c']],
        ['__proto__', 'b'],
      ]),
    );
  });

  it('say nothing of its credentials, and of nobody but the user of the request', () => {
    const sent = send([
      ...['Authorization', 'Bearer secret', 'authorization', 'Basic secret', 'Impersonate-User', 'secret'],
      ...['Impersonate-Extra-Scopes', 'secret', 'X-Remote-User', 'secret', 'X-REMOTE-GROUP', 'secret'],
      ...['x-remote-extra-scopes', 'secret', 'Proxy-Authorization', 'secret'],
      ...['Sec-WebSocket-Protocol', 'base64url.bearer.authorization.k8s.io.c2VjcmV0, v4.channel'],
    ]);
    expect(sent).toEqual({ ...always, 'sec-websocket-protocol': ' v4.channel' });
  });

  it('leave out what concerns the connection, also what it names itself', () => {
    const raw = ['Connection', 'keep-alive, X-Custom', 'X-Custom', 'x', 'Keep-Alive', 'timeout=5', 'TE', 'gzip'];
    expect(send([...raw, 'Transfer-Encoding', 'chunked', 'Trailer', 'x', 'Upgrade', 'x', 'Expect', 'x'])).toEqual(
      always,
    );
  });

  it('ask to switch protocols where the client does', () => {
    const raw = ['Connection', 'Upgrade', 'Upgrade', 'spdy/3.1', 'Keep-Alive', 'x'];
    expect(send(raw, anna, true)).toEqual({ ...always, connection: 'Upgrade', upgrade: 'spdy/3.1' });
  });

  it('add the client to those that the request came through', () => {
    const raw = ['X-Forwarded-For', '198.51.100.1', 'x-forwarded-for', '198.51.100.2, 198.51.100.3'];
    expect(send(raw)['x-forwarded-for']).toBe('198.51.100.1, 198.51.100.2, 198.51.100.3, 192.0.2.7');
  });

  it('say the user in bytes of UTF-8, and keys of extra with escapes', () => {
    const user = { name: 'jürgen', groups: [], extra: { 'example.com/scopes': ['a', 'b'], 'ä%': ['c'] } };
    expect(send([], user)).toEqual({
      'x-forwarded-for': '192.0.2.7',
      'x-remote-user': 'j\xc3\xbcrgen',
      'x-remote-extra-example.com%2fscopes': ['a', 'b'],
      'x-remote-extra-%c3%a4%25': 'c',
    });
  });
});
