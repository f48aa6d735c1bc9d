/** Rules for names of Windows users: `user`, or `domain\user` with a NetBIOS or a DNS domain. */
import type { Report } from '@keelson/schema';

const domainLimit = 256;
const longestUser = 104;
const netBios = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u;
const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const dnsDomain = new RegExp(String.raw`^${label}(?:\.${label})*$`);
/** Of ASCII alone. */
const controlCharacter = /[^\P{Cc}\x80-\x9f]/u;
const forbiddenInUser = /["/\\:;|=,+*?<>@[\]]/;

export function validateWindowsUserName(name: string, path: string, report: Report): void {
  const fault = (problem: string): void => report.invalid(path, name, `${path}${problem}`);
  if (name === '') return fault(' cannot be an empty string');
  if (controlCharacter.test(name)) return fault(' cannot contain control characters');
  const parts = name.split('\\');
  if (parts.length > 2) return fault(' cannot contain more than one backslash');
  const [user = '', domain] = parts.reverse();
  if (domain !== undefined) findDomainProblems(domain).forEach(fault);
  return findUserProblems(user).forEach(fault);
}

function findDomainProblems(domain: string): readonly string[] {
  const problems: string[] = [];
  if (Buffer.byteLength(domain) >= domainLimit) {
    problems.push(`'s Domain length must be under ${domainLimit} characters`);
  }
  if (!netBios.test(domain) && !dnsDomain.test(domain)) {
    problems.push("'s Domain doesn't match the NetBios nor the DNS format");
  }
  return problems;
}

function findUserProblems(user: string): readonly string[] {
  const problems: string[] = [];
  if (user === '') problems.push("'s User cannot be empty");
  else if (Buffer.byteLength(user) > longestUser) {
    problems.push(`'s User length must not be longer than ${longestUser} characters`);
  }
  if (user !== '' && /^[. ]+$/.test(user)) problems.push("'s User cannot contain only periods or spaces");
  if (forbiddenInUser.test(user)) {
    problems.push(`'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]`);
  }
  return problems;
}
