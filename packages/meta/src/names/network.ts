/** Addresses and ports. */
import { isIPv4, isIPv6 } from 'node:net';
import type { StringFormat } from '@keelson/schema';
import { wordMaxLength, wordRange } from './wording.ts';

/** Leading zeros in IPv4 addresses are read as decimal, as old objects may have them. */
export const ipAddress: StringFormat = {
  name: 'ipAddress',
  check: (text) => (parseAddress(text) === 0 ? ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'] : []),
};

export const ipv4Address: StringFormat = {
  name: 'ipv4Address',
  check: (text) => (parseAddress(text) === 4 ? [] : ['must be a valid IPv4 address']),
};

export const ipv6Address: StringFormat = {
  name: 'ipv6Address',
  check: (text) => (parseAddress(text) === 6 ? [] : ['must be a valid IPv6 address']),
};

export const cidr: StringFormat = {
  name: 'cidr',
  check: (text) => (isCidr(text) ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']),
};

/** Room for many leading zeros. */
const longestAddress = 256;

/** Which version of IP an address is of; 0 when it is none. Zones (`%eth0`) are not addresses. */
export function parseAddress(text: string): 0 | 4 | 6 {
  if (text.length > longestAddress) return 0;
  const stripped = text.replace(/(^|\.)0+(?=\d)/g, '$1');
  if (isIPv4(stripped)) return 4;
  return isIPv6(text) && !text.includes('%') ? 6 : 0;
}

function isCidr(text: string): boolean {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return false;
  const bits = text.slice(slash + 1);
  const version = parseAddress(text.slice(0, slash));
  return version !== 0 && /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

export const portName: StringFormat = { name: 'portName', check: checkPortName };

/** RFC 6335, section 5.1. */
function checkPortName(text: string): readonly string[] {
  const problems: string[] = [];
  if (text.length > 15) problems.push(wordMaxLength(15));
  if (!/^[-a-z0-9]+$/.test(text)) {
    problems.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(text)) problems.push('must contain at least one letter or number (a-z, 0-9)');
  if (text.includes('--')) problems.push('must not contain consecutive hyphens');
  if (text.startsWith('-') || text.endsWith('-')) problems.push('must not begin or end with a hyphen');
  return problems;
}

export function checkPortNumber(port: number | bigint): readonly string[] {
  return port >= 1 && port <= 65535 ? [] : [wordRange(1, 65535)];
}
