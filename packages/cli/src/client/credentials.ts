/** The credentials and the authority of a kubeconfig, inline or from the files it names, and checked. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { parseCertificates, parseServingPair } from '@keelson/server';

import type { ConfigEntry } from './config-entry.ts';

export interface UserCredentials {
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly token?: string;
}

interface Found {
  readonly text: string;
  /** The field that says it or names the file. */
  readonly field: string;
}

export async function authorityOf(cluster: ConfigEntry, folder: string): Promise<{ readonly authority?: string }> {
  const found = await dataOf(cluster, 'certificate-authority', folder);
  if (found === undefined) return {};
  const parsed = parseCertificates([found.text]);
  if (!parsed.ok) cluster.fail(found.field, `${found.field}: ${parsed.message}`);
  return { authority: found.text };
}

/** Ways that need a program or a password are none of ours; to ask without them would only be refused elsewhere. */
const foreignWays = ['exec', 'auth-provider', 'username', 'password'];

export async function readUserCredentials(user: ConfigEntry, folder: string): Promise<UserCredentials> {
  const foreign = foreignWays.find((way) => user.has(way));
  if (foreign !== undefined) user.fail(foreign, `${foreign}: certificates and tokens are all that is understood here`);
  return { ...(await pairOf(user, folder)), ...(await tokenOf(user, folder)) };
}

async function pairOf(user: ConfigEntry, folder: string): Promise<UserCredentials> {
  const certificate = await dataOf(user, 'client-certificate', folder);
  const privateKey = await dataOf(user, 'client-key', folder);
  if (certificate === undefined && privateKey === undefined) return {};
  if (certificate === undefined) user.fail('', 'a client-key needs a client-certificate beside it');
  if (privateKey === undefined) user.fail('', 'a client-certificate needs a client-key beside it');
  const parsed = parseServingPair([certificate.text, privateKey.text]);
  if (!parsed.ok) {
    const { field } = parsed.at === 1 ? privateKey : certificate;
    user.fail(field, `${field}: ${parsed.message}`);
  }
  return { certificate: certificate.text, privateKey: privateKey.text };
}

async function tokenOf(user: ConfigEntry, folder: string): Promise<UserCredentials> {
  const token = user.text('token');
  if (token !== undefined) return { token };
  const path = user.text('tokenFile');
  return path === undefined ? {} : { token: (await readNamed(user, 'tokenFile', resolve(folder, path))).trim() };
}

/** Inline data takes precedence over a file name. */
async function dataOf(entry: ConfigEntry, name: string, folder: string): Promise<Found | undefined> {
  const data = entry.text(`${name}-data`);
  if (data !== undefined) return { text: decodeData(entry, `${name}-data`, data), field: `${name}-data` };
  const path = entry.text(name);
  return path === undefined ? undefined : { text: await readNamed(entry, name, resolve(folder, path)), field: name };
}

function decodeData(entry: ConfigEntry, field: string, data: string): string {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(data.replace(/\s+/g, ''));
  return isBase64 ? Buffer.from(data, 'base64').toString('utf8') : entry.fail(field, `${field} is no base64`);
}

async function readNamed(entry: ConfigEntry, field: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? `there is no such file as ${path}` : message;
    return entry.fail(field, `${field}: ${why}`);
  }
}
