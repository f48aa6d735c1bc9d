import { describe, expect, it } from '@jest/globals';
import type { StringFormat } from '@keelson/schema';
import { quickestMsOf } from '@keelson/schema/testing';
import {
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  fullyQualifiedDomainName,
  fullyQualifiedName,
  wildcardDns1123Subdomain,
} from './dns.ts';
import { generateName } from './generate-name.ts';
import { cIdentifier, configMapKey, envVarName, httpHeaderName, pathSegmentName, percentage } from './key-names.ts';
import { dns1035LabelName, pathSegmentNameRule, subdomainName } from './name-rule.ts';
import { checkPortNumber, cidr, ipAddress, ipv4Address, ipv6Address, portName } from './network.ts';
import { labelValue, qualifiedName } from './qualified-name.ts';

const subdomainProblem = String.raw`a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')`;
const labelProblem =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const label1035Problem =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const namePartProblem =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const labelValueProblem =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const configKeyProblem =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const envVarProblem =
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";
const qualifiedNameProblem =
  "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

const x = (length: number): string => 'x'.repeat(length);

describe('formats', () => {
  it.each<[StringFormat, readonly string[]]>([
    [dns1123Subdomain, ['0', 'a.b-c.d', x(253), '1-2.3-4', 'a--b']],
    [dns1123Label, ['a', '0-a', x(63)]],
    [dns1035Label, ['a', 'a-0', x(63)]],
    [wildcardDns1123Subdomain, ['*.example.com']],
    [fullyQualifiedDomainName, ['example.com', 'example.com.']],
    [fullyQualifiedName, ['a.b.c']],
    [qualifiedName, ['a', 'A.b_c-D', 'example.com/MyName', x(63), `${x(253)}/a`]],
    [labelValue, ['', '0', 'X.y_z-1', x(63)]],
    [configMapKey, ['a', '.a', 'KEY_NAME', x(253)]],
    [envVarName, ['A', '_', 'my.env-name', '-']],
    [cIdentifier, ['_a', 'MyName']],
    [httpHeaderName, ['X-Header-Name']],
    [percentage, ['0%', '100%']],
    [pathSegmentName, ['system:node', 'Any thing', '...']],
    [ipAddress, ['10.9.8.7', '010.009.8.7', '2001:db8::ffff']],
    [ipv4Address, ['10.9.8.7']],
    [ipv6Address, ['::1']],
    [cidr, ['10.9.8.0/24', '2001:db8::/64', '0.0.0.0/0']],
    [portName, ['http', 'a-1', x(15)]],
  ])('$name accepts what it should', (format, good) => {
    expect(good.flatMap((text) => format.check(text))).toEqual([]);
  });

  it.each<[StringFormat, string, readonly string[]]>([
    [dns1123Subdomain, '', [subdomainProblem]],
    [dns1123Subdomain, 'Upper', [subdomainProblem]],
    [dns1123Subdomain, '-dash', [subdomainProblem]],
    [dns1123Subdomain, 'a..b', [subdomainProblem]],
    [dns1123Subdomain, 'ž', [subdomainProblem]],
    [dns1123Subdomain, 'a\n', [subdomainProblem]],
    [dns1123Subdomain, x(254), ['must be no more than 253 characters']],
    [dns1123Label, 'a.b', [labelProblem]],
    [dns1123Label, x(64), ['must be no more than 63 characters']],
    [dns1035Label, '0a', [label1035Problem]],
    [fullyQualifiedDomainName, 'example', ['should be a domain with at least two segments separated by dots']],
    [fullyQualifiedDomainName, `${x(64)}.com`, ['must be no more than 63 characters']],
    [fullyQualifiedName, 'a.b', ['should be a domain with at least three segments separated by dots']],
    [qualifiedName, 'bad key', [namePartProblem]],
    [qualifiedName, '', ['name part must be non-empty', namePartProblem]],
    [qualifiedName, '/x', ['prefix part must be non-empty']],
    [qualifiedName, 'A_/x', [`prefix part ${subdomainProblem}`]],
    [qualifiedName, x(64), ['name part must be no more than 63 characters']],
    [qualifiedName, 'a/b/c', [qualifiedNameProblem]],
    [labelValue, '-1', [labelValueProblem]],
    [labelValue, x(64), ['must be no more than 63 characters']],
    [configMapKey, 'bad/key', [configKeyProblem]],
    [configMapKey, '...x', ["must not start with '..'"]],
    [configMapKey, '..', ["must not be '..'"]],
    [configMapKey, x(254), ['must be no more than 253 characters']],
    [envVarName, '1 bad', [envVarProblem]],
    [envVarName, '.', ["must not be '.'"]],
    [pathSegmentName, '..', ["may not be '..'"]],
    [pathSegmentName, 'a/b%', ["may not contain '/'", "may not contain '%'"]],
    [ipAddress, '10.9.8', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    [ipAddress, 'fe80::1%eth0', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
    [ipv4Address, '::1', ['must be a valid IPv4 address']],
    [ipv6Address, '10.9.8.7', ['must be a valid IPv6 address']],
    [cidr, '10.9.8.0/33', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
    [
      portName,
      'a--B',
      [
        'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
        'must not contain consecutive hyphens',
      ],
    ],
    [portName, '80-', ['must contain at least one letter or number (a-z, 0-9)', 'must not begin or end with a hyphen']],
    [portName, x(16), ['must be no more than 15 characters']],
  ])('$name refuses %j', (format, text, problems) => {
    expect(format.check(text)).toEqual(problems);
  });

  it('take no time for names of any length', () => {
    const checkAll = (): void => {
      for (const format of [dns1123Subdomain, qualifiedName, labelValue, configMapKey, envVarName]) {
        expect(format.check(`${'a.'.repeat(500_000)}!`)).not.toEqual([]);
        expect(format.check(`${'a-'.repeat(500_000)}!`)).not.toEqual([]);
      }
    };
    expect(quickestMsOf(checkAll, 2_000)).toBeLessThan(2_000);
  });
});

describe('port numbers', () => {
  it('are from 1 to 65535', () => {
    expect([checkPortNumber(1), checkPortNumber(65535)]).toEqual([[], []]);
    expect(checkPortNumber(0)).toEqual(['must be between 1 and 65535, inclusive']);
    expect(checkPortNumber(65536)).toEqual(['must be between 1 and 65535, inclusive']);
  });
});

describe('bases of generated names', () => {
  it('may end in a dash', () => {
    expect(subdomainName.check('web-', true)).toEqual([]);
    expect(dns1035LabelName.check('web-', true)).toEqual([]);
    expect(subdomainName.check('web-', false)).toEqual([subdomainProblem]);
  });

  it('may not end in a dot nor hold what names may not', () => {
    expect(subdomainName.check('dot.', true)).toEqual([subdomainProblem]);
    expect(subdomainName.check('Bad_', true)).toEqual([subdomainProblem]);
    expect(subdomainName.check('-', true)).toEqual([subdomainProblem]);
  });

  it('may be dots where the name is a path segment, for more follows', () => {
    expect(pathSegmentNameRule.check('..', true)).toEqual([]);
    expect(pathSegmentNameRule.check('..', false)).toEqual(["may not be '..'"]);
    expect(pathSegmentNameRule.check('a/', true)).toEqual(["may not contain '/'"]);
  });
});

describe('generated names', () => {
  it('get five characters of the alphabet', () => {
    expect(generateName('web-', () => 0)).toBe('web-bbbbb');
    expect(generateName('web-', () => 0.9999)).toBe('web-99999');
  });

  it('fit a label: the base is cut at 58', () => {
    expect(generateName(x(70), () => 0)).toBe(`${x(58)}bbbbb`);
  });
});
