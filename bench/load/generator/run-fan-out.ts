/** Writers change objects while watchers look on; how long it takes from the one to the other. */
import { openConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import type { Done, FanOutJob } from './job.ts';
import { createMarkFinder } from './find-marks.ts';
import { createChunkReader } from './read-chunks.ts';
import { createLatencies } from './latencies.ts';
import { opener } from './run-requests.ts';
import { requestBytes } from './request.ts';
import { versionOf } from './version-of.ts';

/** A server that has delivered nothing for so long does not deliver. */
const patienceMs = 5_000;
const openedAtOnce = 50;

export async function runFanOut(job: FanOutJob, onBegun: () => void): Promise<Done> {
  const { server, watchPaths, writers, updates, objects, seenBy, method = 'PUT', contentType } = job;
  const how = { method, token: server.token, ...(contentType !== undefined && { contentType }) };
  const latencies = createLatencies();
  let [bytes, lastMs] = [0, 0];
  const expected = updates * seenBy;
  let allSeen: () => void = () => undefined;
  const seen = new Promise<void>((resolve) => (allSeen = resolve));
  const note = (sentMs: number): void => {
    // As they were made they carry no time.
    if (sentMs === 0) return;
    latencies.note((lastMs - sentMs) * 1_000);
    if (latencies.count === expected) allSeen();
  };
  const version = await versionOf(server, job.listPath);
  const watching: Connection[] = [];
  const open = opener(server.place, job.streams);
  const follow = async (template: string): Promise<void> => {
    const path = template.replace('{version}', version);
    const connection = await open();
    watching.push(connection);
    const read = readerOf(job, note);
    await connection.follow(requestBytes({ path, token: server.token }), (chunk) => {
      bytes += chunk.length;
      lastMs = performance.now();
      read(chunk);
    });
  };
  // A few at a time: a thousand handshakes at once are too many for some servers.
  for (let at = 0; at < watchPaths.length; at += openedAtOnce) {
    await Promise.all(watchPaths.slice(at, at + openedAtOnce).map(follow));
  }
  onBegun();
  const writing = await Promise.all(Array.from({ length: writers }, () => openConnection(server.place)));
  let [next, failed] = [0, 0];
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    writing.map(async (connection) => {
      while (next < updates) {
        const number = String(next % objects);
        next += 1;
        const body = job.body.replaceAll('{n}', number).replace('{sent}', performance.now().toFixed(3));
        const path = job.path.replaceAll('{n}', number);
        const { status } = await connection.ask(requestBytes({ ...how, path, body }));
        if (status >= 300) failed += 1;
      }
    }),
  );
  await Promise.race([seen, silence(() => lastMs)]);
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of [...watching, ...writing]) connection.close();
  return {
    count: latencies.count,
    failed: failed + expected - latencies.count,
    bytes,
    elapsedMs: lastMs - began,
    latencies: latencies.counts,
    cpuMs: (user + system) / 1_000,
  };
}

/** Answers over HTTP/2 are not in chunks. */
function readerOf({ streams }: FanOutJob, note: (sentMs: number) => void): (chunk: Buffer) => void {
  const find = createMarkFinder(note);
  return streams === undefined ? createChunkReader(find) : find;
}

/** When nothing has come for long. */
function silence(lastMs: () => number): Promise<void> {
  const beganMs = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (performance.now() - Math.max(beganMs, lastMs()) < patienceMs) return;
      clearInterval(timer);
      resolve();
    }, 500).unref();
  });
}
