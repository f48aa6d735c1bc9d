/** Opens the store named by its argument, says so or why not, and keeps it open until it is killed. */
import { openEmbedded } from './open-embedded.ts';

const [path = ''] = process.argv.slice(2);
try {
  await openEmbedded({ path });
  process.stdout.write('open\n');
  setInterval(() => undefined, 1_000);
} catch (error) {
  process.stdout.write(`failed ${error instanceof Error && 'code' in error ? String(error.code) : ''}\n`);
}
