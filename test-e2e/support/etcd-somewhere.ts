/**
 * etcd in containers where an engine runs, and else as processes of the program on the path. Tests are the same over
 * both, and say which it was.
 */
import { request } from 'node:http';

import { startEtcd } from '@keelson/storage/etcd-cluster';
import { etcdImage, startEtcdContainers } from '@keelson/testkit/etcd-containers';

export interface EtcdSomewhere {
  readonly where: string;
  readonly urls: readonly string[];
  /** Kills a member and starts it again on its data. */
  restart(member: number): Promise<void>;
  close(): Promise<void>;
}

/** `DOCKER_HOST`, as clients of engines read it; without it, where engines listen. */
function isEngineRunning(): Promise<boolean> {
  const { protocol, pathname, hostname, port } = new URL(process.env['DOCKER_HOST'] ?? 'unix:///var/run/docker.sock');
  const where = protocol === 'unix:' ? { socketPath: pathname } : { host: hostname, port };
  return new Promise((resolve) => {
    const sent = request({ ...where, path: '/_ping', timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(false));
    sent.end();
  });
}

export async function startEtcdSomewhere(members: number): Promise<EtcdSomewhere> {
  if (await isEngineRunning()) {
    // The run itself ends its containers; the container that would do it is one more image to pull.
    process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';
    return { where: `in containers of ${etcdImage}`, ...(await startEtcdContainers({ members })) };
  }
  const cluster = await startEtcd({ members, isTls: false });
  return {
    where: 'as processes, since no container engine runs',
    urls: cluster.urls,
    restart: async (member) => {
      await cluster.members[member]?.kill();
      cluster.members[member]?.start();
    },
    close: cluster.close,
  };
}
