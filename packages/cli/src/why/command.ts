/** `keelson why`: asks the server why a user may do something or not, and prints the explanation. */
import { createApiScheme } from '@keelson/api';
import { groupVersion, reviewOf } from '@keelson/schema';
import type { Resource, Scheme } from '@keelson/schema';

import { askServer } from '../client/ask-server.ts';
import { KubeconfigError } from '../client/config-entry.ts';
import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { describe } from '../convert/inputs.ts';
import { exitCode } from '../terminal.ts';
import type { ExitCode, Terminal } from '../terminal.ts';
import { toReviewAttributes } from './attributes.ts';
import type { ReviewAttributes } from './attributes.ts';
import { parseWhyOptions, whyHelp } from './options.ts';
import type { WhyOptions } from './options.ts';
import { groupsOf } from './subject.ts';
import { readWebhooks } from './webhooks.ts';

export const whyCommand: Command = {
  help: whyHelp,
  run: why,
};

const created = 201;

interface ReviewStatus {
  readonly allowed: boolean;
  readonly denied?: boolean;
  readonly reason?: string;
  readonly evaluationError?: string;
}

async function why(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseWhyOptions(args);
  try {
    const { kubeconfig, context } = options;
    const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
    const scheme = createApiScheme({ domain: options.domain });
    const attributes = toReviewAttributes(scheme, options, connection.namespace ?? 'default');
    const spec = {
      ...attributes,
      user: options.user,
      groups: groupsOf(options.user, options.groups),
      ...(options.uid !== undefined && { uid: options.uid }),
    };
    const { kind, plural, ...version } = reviewIn(scheme);
    const apiVersion = groupVersion(version);
    const path = `/apis/${apiVersion}/${plural}?explain=true`;
    const answer = await askServer(connection, path, { method: 'POST', body: { apiVersion, kind, spec } });
    if (answer.status !== created) throw new Error(`the server answered ${answer.status}: ${messageOf(answer.text)}`);
    const { status } = JSON.parse(answer.text) as { readonly status: ReviewStatus };
    terminal.writeOut(print(options, spec.groups, attributes, status));
    if (status.allowed) terminal.writeOut(await readWebhooks(connection, scheme, attributes));
    return exitCode.done;
  } catch (error) {
    const where = error instanceof KubeconfigError ? '' : 'the server could not be asked: ';
    terminal.writeError(`keelson why: ${where}${describe(error)}\n`);
    return exitCode.failed;
  }
}

/** Where one asks about others, wherever they are. */
function reviewIn(scheme: Scheme): Resource {
  const found = scheme
    .resources()
    .find((resource) => reviewOf(resource) === 'subjectAccess' && resource.scope === 'Cluster');
  if (found === undefined) throw new Error('no declared resource asks about the access of others');
  return found;
}

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message ?? text.slice(0, 200);
  } catch {
    return text.slice(0, 200);
  }
}

function print(
  { user }: WhyOptions,
  groups: readonly string[],
  attributes: ReviewAttributes,
  { allowed, denied, reason = '', evaluationError }: ReviewStatus,
): string {
  const who = user === '' ? `Whoever is in ${groups.join(', ')}` : user;
  const lines = [
    `${allowed ? 'Yes' : 'No'}: ${who} ${allowed ? 'may' : 'may not'} ${wordAction(attributes)}.`,
    ...(user === '' || groups.length === 0 ? [] : [`Asked as a member of ${groups.join(', ')}.`]),
    ...(denied === true ? ['An authorizer refuses it, whatever others say.'] : []),
    ...(reason === '' ? (allowed ? ['The group system:masters may do everything.'] : []) : reason.split('\n')),
    ...(evaluationError === undefined ? [] : [`Something failed on the way: ${evaluationError}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function wordAction({ resourceAttributes, nonResourceAttributes }: ReviewAttributes): string {
  if (resourceAttributes === undefined)
    return `${nonResourceAttributes?.verb ?? ''} ${nonResourceAttributes?.path ?? ''}`;
  const { verb = '', resource = '', group: apiGroup, subresource, name, namespace } = resourceAttributes;
  const what = `${resource}${apiGroup === undefined ? '' : `.${apiGroup}`}${subresource === undefined ? '' : `/${subresource}`}`;
  const one = name === undefined ? '' : ` ${JSON.stringify(name)}`;
  return `${verb} ${what}${one} ${namespace === undefined ? 'in the whole cluster' : `in the namespace ${namespace}`}`;
}
