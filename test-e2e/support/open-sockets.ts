/** The sockets that a process has open, as the kernel counts them. */
import { readdir, readFile, readlink } from 'node:fs/promises';

/** Connections of the process to a port of this machine, in whatever state. */
export async function connectionsTo(port: number, pid: number): Promise<number> {
  const [table, own] = await Promise.all([readFile('/proc/net/tcp', 'utf8'), socketsOf(pid)]);
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  return rows.filter((row) => row[2]?.endsWith(remote) === true && own.has(row[9] ?? '')).length;
}

/** By inode. */
export async function socketsOf(pid: number): Promise<ReadonlySet<string>> {
  const folder = `/proc/${pid}/fd`;
  // A descriptor that was listed may be closed by now.
  const links = (await readdir(folder)).map((fd) => readlink(`${folder}/${fd}`).catch(() => ''));
  const inodes = (await Promise.all(links)).map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]);
  return new Set(inodes.filter((inode) => inode !== undefined));
}
