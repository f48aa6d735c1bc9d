import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { expect, it } from '@jest/globals';
import { NodeIncoming } from '@keelson/http';

import { forwardSwitch } from './forward-switch.ts';

it('a request to switch protocols is not sent on once its client has left', async () => {
  const message = new IncomingMessage(new Socket());
  const response = new ServerResponse(message);
  response.destroy();
  let opened = 0;
  const callouts = {
    open: () => {
      opened += 1;
      return Promise.resolve({ ok: false, kind: 'closed', message: 'EOF', wasSent: false } as const);
    },
  };
  const nothing = (): void => undefined;
  await forwardSwitch(
    callouts,
    { incoming: new NodeIncoming(message), response, pace: { waits: nothing, rests: nothing }, endTurn: nothing },
    { target: { name: 'x', address: { kind: 'url', origin: 'https://a' } }, path: '/', headers: {}, refuse: nothing },
  );
  expect(opened).toBe(0);
});
