/** `keelson why-slow`: asks the server which flow a request would be in, and who takes the seats of its priority level. */
import { createApiScheme } from '@keelson/api';
import type { FlowExplanation, InNoFlow } from '@keelson/flowcontrol';

import { readKubeconfig } from '../client/kubeconfig.ts';
import type { Command } from '../command.ts';
import { describe } from '../convert/inputs.ts';
import { exitCode, type ExitCode, type Terminal } from '../terminal.ts';
import { toReviewAttributes, type ReviewAttributes } from '../why/attributes.ts';
import { parseWhyOptions } from '../why/options.ts';
import { groupsOf } from '../why/subject.ts';
import { askPage } from './ask-page.ts';
import { printColumns } from './print-columns.ts';

const help = `Tells in which flow the requests of somebody are, what they only nearly matched, which
queues they wait in, and who takes the seats of their priority level. What lasts as long
as its client likes, such as exec and log, is in no flow.

Usage: keelson why-slow --as USER VERB RESOURCE [NAME] [options]
       keelson why-slow --as USER VERB /PATH [options]

The arguments and the options are those of keelson why. You need the right to get
/debug/api_priority_and_fairness/explain.

Exit codes: 0 when the server has answered, 1 when it could not be asked, 2 when the
command was not understood.

Examples:
  keelson why-slow --as alice list pods -n prod
  keelson why-slow --as system:serviceaccount:ci:builder create jobs -n ci
`;

export const whySlowCommand: Command = { help, run: whySlow };

async function whySlow(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const options = parseWhyOptions(args);
  try {
    const { kubeconfig, context, user } = options;
    const connection = await readKubeconfig({ path: kubeconfig, context, env: terminal.env });
    const scheme = createApiScheme({ domain: options.domain });
    const attributes = toReviewAttributes(scheme, options, connection.namespace ?? 'default');
    const query = queryOf(user, groupsOf(user, options.groups), attributes);
    terminal.writeOut(print((await askPage(connection, `explain?${query.toString()}`)) as FlowExplanation | InNoFlow));
    return exitCode.done;
  } catch (error) {
    terminal.writeError(`keelson why-slow: ${describe(error)}\n`);
    return exitCode.failed;
  }
}

function queryOf(
  user: string,
  groups: readonly string[],
  { resourceAttributes, nonResourceAttributes }: ReviewAttributes,
): URLSearchParams {
  const { group, ...attributes }: Readonly<Record<string, string>> = {
    ...resourceAttributes,
    ...nonResourceAttributes,
  };
  const query = new URLSearchParams({ user, ...attributes, ...(group !== undefined && { apiGroup: group }) });
  for (const each of groups) query.append('group', each);
  return query;
}

const noFlow = `In no flow: such a request lasts as long as its client likes. It takes no seat, and waits for
nobody; if it is slow, priority and fairness are not why.
`;

/** Servers of earlier builds tell of no dangling schemas. */
type Told = Omit<FlowExplanation, 'dangling'> & Partial<Pick<FlowExplanation, 'dangling'>>;

function print(found: Told | InNoFlow): string {
  return 'isInNoFlow' in found ? noFlow : printFlow(found);
}

function printFlow(found: Told): string {
  const flow = found.distinguisher === '' ? '' : `, in the flow of ${found.distinguisher}`;
  const lines = [
    `Flow schema ${found.flowSchema} (precedence ${found.matchingPrecedence})${flow}; priority level ${found.priorityLevel}.`,
    ...printLevel(found),
    ...(found.dangling ?? []).map(
      ({ flowSchema, priorityLevel }) =>
        `${flowSchema} would take it, but its priority level ${priorityLevel} does not exist.`,
    ),
    ...found.nearMisses.map(
      ({ flowSchema, field, value }) => `Nearly matched ${flowSchema}: its ${field} lack ${JSON.stringify(value)}.`,
    ),
  ];
  const spenders = found.spenders.map(({ user, flowSchema, recentSeatSeconds, requests, refused }) => [
    user,
    flowSchema,
    recentSeatSeconds.toFixed(3),
    requests,
    refused,
  ]);
  const columns = ['USER', 'FLOW SCHEMA', 'RECENT SEAT SECONDS', 'REQUESTS', 'REFUSED'];
  if (spenders.length > 0) lines.push('Who takes its seats:', printColumns(columns, spenders).trimEnd());
  return `${lines.join('\n')}\n`;
}

function printLevel({ isExempt, level, queues }: Told): readonly string[] {
  if (isExempt || level === undefined) return ['That level has no limit: nothing waits there.'];
  const { seats, seatsInUse, executing, waiting, waitingBefore, queueLengthLimit } = level;
  const state = `${seatsInUse} of its ${seats} seats are in use, by ${executing} requests; ${waiting} wait.`;
  if (queues.length === 0) return [state, 'It refuses what finds no seat.'];
  const hand = `Its queues are ${queues.join(', ')}, of ${queueLengthLimit} requests each; ${waitingBefore} wait in them.`;
  return [state, hand];
}
