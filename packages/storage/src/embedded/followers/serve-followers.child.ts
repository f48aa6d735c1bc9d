/** Writes the store named by its first argument, and serves followers that connect to the socket named by its second. */
import { createServer } from 'node:net';

import { openFollowedStore } from './open-followed-store.ts';

const [path = '', socket = ''] = process.argv.slice(2);
const store = await openFollowedStore({ path });
const server = createServer((stream) => store.serve(stream));
server.listen(socket, () => process.stdout.write(`mark ${String(store.markDescriptor)}\n`));
