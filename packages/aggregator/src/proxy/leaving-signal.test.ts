import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { expect, it } from '@jest/globals';

import { leavingSignal } from './leaving-signal.ts';

const respond = () => new ServerResponse(new IncomingMessage(new Socket()));

it('the signal of a client that has left before is aborted', () => {
  const response = respond();
  expect(leavingSignal(response).aborted).toBe(false);
  response.destroy();
  expect(leavingSignal(response).aborted).toBe(true);
});

it('the signal of a client that leaves is aborted then, and says so', () => {
  const response = respond();
  const signal = leavingSignal(response);
  let told = 0;
  signal.addEventListener('abort', () => (told += 1));
  response.emit('close');
  expect([signal.aborted, told]).toEqual([true, 1]);
});
