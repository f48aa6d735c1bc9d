/** Rules for the names of objects. A base for generated names may end in a dash; its last two characters are then taken as one. */
import type { NameRule, StringFormat } from '@keelson/schema';
import { dns1035Label, dns1123Label, dns1123Subdomain } from './dns.ts';
import { checkPathSegmentPrefix, pathSegmentName } from './key-names.ts';

export const subdomainName: NameRule = nameRuleOf(dns1123Subdomain);
export const labelName: NameRule = nameRuleOf(dns1123Label);
export const dns1035LabelName: NameRule = nameRuleOf(dns1035Label);

/** Names restricted only by URL path syntax, such as `system:node-reader`. */
export const pathSegmentNameRule: NameRule = {
  name: pathSegmentName.name,
  check: (name, isPrefix) => (isPrefix ? checkPathSegmentPrefix(name) : pathSegmentName.check(name)),
};

/** The rule for names that have to be of `format`. */
export function nameRuleOf(format: StringFormat): NameRule {
  return {
    name: format.name,
    check: (name, isPrefix) => format.check(isPrefix ? maskTrailingDash(name) : name),
  };
}

function maskTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}
