/** Finds rules by the users that they are for: a look-up for the name of a user, and one for each group. */
import type { PolicyRulesWithSubjects } from '@keelson/api';
import type { UserInfo } from '@keelson/meta';

type Subject = NonNullable<PolicyRulesWithSubjects['subjects']>[number];

const accountPrefix = 'system:serviceaccount:';

export class SubjectIndex<Rule> {
  readonly #forAll: Rule[] = [];
  readonly #byUser = new Map<string, Rule[]>();
  readonly #byGroup = new Map<string, Rule[]>();
  /** By namespace: for all service accounts in it. */
  readonly #byAccounts = new Map<string, Rule[]>();

  add({ subjects }: PolicyRulesWithSubjects, rule: Rule): void {
    for (const subject of subjects ?? []) this.#listFor(subject)?.push(rule);
  }

  /** All rules for the user, in no order, some perhaps twice. */
  *rulesFor({ name, groups }: UserInfo): Iterable<Rule> {
    yield* this.#forAll;
    yield* this.#byUser.get(name) ?? [];
    for (const group of groups) yield* this.#byGroup.get(group) ?? [];
    const namespace = namespaceOfAccount(name);
    if (namespace !== undefined) yield* this.#byAccounts.get(namespace) ?? [];
  }

  #listFor({ kind, user, group, serviceAccount }: Subject): Rule[] | undefined {
    switch (kind) {
      case 'User':
        return user && (user.name === '*' ? this.#forAll : listIn(this.#byUser, user.name));
      case 'Group':
        return group && (group.name === '*' ? this.#forAll : listIn(this.#byGroup, group.name));
      case 'ServiceAccount': {
        if (serviceAccount === undefined) return undefined;
        const { namespace, name } = serviceAccount;
        if (name === '*') return listIn(this.#byAccounts, namespace);
        return listIn(this.#byUser, `${accountPrefix}${namespace}:${name}`);
      }
      default:
        return undefined;
    }
  }
}

function listIn<Rule>(lists: Map<string, Rule[]>, key: string): Rule[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** `undefined` for users that are no service accounts. */
function namespaceOfAccount(user: string): string | undefined {
  if (!user.startsWith(accountPrefix)) return undefined;
  const [namespace, name, ...rest] = user.slice(accountPrefix.length).split(':');
  return namespace === '' || name === undefined || name === '' || rest.length > 0 ? undefined : namespace;
}
