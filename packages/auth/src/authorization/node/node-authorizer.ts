/**
 * Decides what nodes may do: what the rules of all nodes say, and for objects that belong to somebody, only those that
 * are related to the node. Of users who are no node it knows nothing.
 */
import type { NodeAccess, NodeKinds } from '@keelson/api';
import type { ResourceRequestAttributes } from '@keelson/meta';

import { noOpinion, type Authorizer, type Decision } from '../authorizer.ts';
import { readRule } from '../rbac/access-objects.ts';
import { compileRules, questionOf } from '../rbac/compile-rules.ts';
import { nodeOfUser } from './node-identity.ts';
import type { IsRelated } from './node-relations.ts';

const allow: Decision = { verdict: 'allow' };

export function createNodeAuthorizer(kinds: Pick<NodeKinds, 'accessTo' | 'rules'>, isRelated: IsRelated): Authorizer {
  const { allows } = compileRules(kinds.rules.map(readRule));
  return {
    authorize: (user, attributes) => {
      const node = nodeOfUser(user);
      if (node === undefined) return noOpinion;
      if (node === '') return because(`unknown node for user ${JSON.stringify(user.name)}`);
      if (attributes.kind === 'resource') {
        const access = kinds.accessTo(attributes.group, attributes.resource);
        if (access !== undefined) return decide(node, access, { attributes, isRelated });
      }
      return allows(questionOf(attributes)) ? allow : noOpinion;
    },
  };
}

interface Asked {
  readonly attributes: ResourceRequestAttributes;
  readonly isRelated: IsRelated;
}

function because(reason: string): Decision {
  return { verdict: 'noOpinion', reason };
}

function decide(node: string, access: NodeAccess, asked: Asked): Decision {
  const { attributes, isRelated } = asked;
  const refusal =
    access.kind === 'named' ? refuseNamed(node, access, attributes) : refusalOf[access.kind](access, attributes);
  if (refusal !== undefined) return because(refusal);
  if (access.kind === 'named' || isRelated(node, access.relation, attributes)) return allow;
  return because(`no relationship found between node '${node}' and this object`);
}

type Related = Exclude<NodeAccess, { readonly kind: 'named' }>;
type Refuse = (access: Related, attributes: ResourceRequestAttributes) => string | undefined;

const noName = 'No Object name found';

const refusalOf: Readonly<Record<Related['kind'], Refuse>> = {
  read: (_, { verb, subresource, namespace, name }) => {
    if (!['get', 'list', 'watch'].includes(verb)) return 'can only read resources of this type';
    if (subresource !== '') return 'cannot read subresource';
    if (namespace === '') return 'can only read namespaced object of this type';
    return name === '' ? noName : undefined;
  },
  get: ({ writesStatus = false }, { verb, subresource, name }) => {
    if (writesStatus && subresource === 'status') {
      if (verb !== 'update' && verb !== 'patch') return 'can only get/update/patch this type';
    } else {
      if (verb !== 'get') return 'can only get individual resources of this type';
      if (subresource !== '') return 'cannot get subresource';
    }
    return name === '' ? noName : undefined;
  },
  token: (_, { verb, subresource, name }) => {
    if (verb !== 'create' || name === '') return 'can only create tokens for individual service accounts';
    return subresource === 'token' ? undefined : 'can only create token subresource of serviceaccount';
  },
};

const verbsOfNamed = ['get', 'create', 'update', 'patch', 'delete'];

/** The name of what is created is not known here: the admission plugin for nodes checks it. */
function refuseNamed(
  node: string,
  { noun, namespace }: Extract<NodeAccess, { readonly kind: 'named' }>,
  attributes: ResourceRequestAttributes,
): string | undefined {
  const { verb, name } = attributes;
  if (!verbsOfNamed.includes(verb)) return `can only get, create, update, patch, or delete a ${noun}`;
  if (namespace !== undefined && attributes.namespace !== namespace) {
    return `can only access leases in the ${JSON.stringify(namespace)} system namespace`;
  }
  if (namespace === undefined && attributes.subresource !== '') return `cannot authorize ${noun} subresources`;
  if (verb !== 'create' && name !== node) return `can only access ${noun} with the same name as the requesting node`;
  return undefined;
}
