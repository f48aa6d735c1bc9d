/** Locations of connect requests to a pod: paths of the kubelet on its node, and the address of the pod itself. */
import type { AgentRequest, ConnectionFault, Located, ObjectAddress } from '@keelson/schema';

import type { PodAttachOptions } from './pod-attach-options.ts';
import type { PodExecOptions } from './pod-exec-options.ts';
import type { PodLogOptions } from './pod-log-options.ts';
import type { PodPortForwardOptions } from './pod-port-forward-options.ts';
import type { Pod } from './pod.ts';

type Query = AgentRequest['query'];

/** `undefined` before the pod is scheduled: it has no log yet. */
export function locateLog(pod: Pod, options: PodLogOptions): Located<AgentRequest | undefined> {
  const container = chooseContainer(pod, options.container);
  if (!container.ok) return container;
  const { nodeName: node = '' } = pod.spec;
  if (node === '') return { ok: true, value: undefined };
  return {
    ok: true,
    value: { node, path: `/containerLogs/${placeOf(pod)}/${container.value}`, query: logQuery(options) },
  };
}

export function locateExec(pod: Pod, options: PodExecOptions): Located<AgentRequest> {
  const commands = (options.command ?? []).map((each) => ['command', each] as const);
  return locateStream(pod, {
    path: 'exec',
    container: options.container,
    query: [...commands, ...streamQuery(options)],
  });
}

export function locateAttach(pod: Pod, options: PodAttachOptions): Located<AgentRequest> {
  return locateStream(pod, { path: 'attach', container: options.container, query: streamQuery(options) });
}

export function locatePortForward(pod: Pod, { ports = [] }: PodPortForwardOptions): Located<AgentRequest> {
  const query: Query = ports.length === 0 ? [] : [['port', ports.join(',')]];
  return onNode(pod, `/portForward/${placeOf(pod)}`, query);
}

/** By default the first port that a container declares. */
export function locatePod({ spec, status }: Pod, port: string): ObjectAddress {
  const declared = spec.containers?.find(({ ports = [] }) => ports.length > 0)?.ports?.[0]?.containerPort;
  return { host: status.podIPs?.[0]?.ip ?? '', port: port === '' && declared !== undefined ? String(declared) : port };
}

interface StreamAsked {
  readonly path: string;
  readonly container: string | undefined;
  readonly query: Query;
}

function locateStream(pod: Pod, { path, container: asked, query }: StreamAsked): Located<AgentRequest> {
  const container = chooseContainer(pod, asked);
  return container.ok ? onNode(pod, `/${path}/${placeOf(pod)}/${container.value}`, query) : container;
}

function onNode(pod: Pod, path: string, query: Query): Located<AgentRequest> {
  const { nodeName: node = '' } = pod.spec;
  if (node === '') return refuse(`pod ${pod.metadata.name ?? ''} does not have a host assigned`);
  return { ok: true, value: { node, path, query } };
}

function placeOf({ metadata: { namespace = '', name = '' } }: Pod): string {
  return `${namespace}/${name}`;
}

/** The only one, where none is asked for. Messages are those that clients of 1.24 know. */
function chooseContainer({ metadata, spec }: Pod, asked = ''): Located<string> {
  const { name: pod = '' } = metadata;
  const { initContainers = [], ephemeralContainers = [] } = spec;
  const containers = spec.containers ?? [];
  const names = [...initContainers, ...containers, ...ephemeralContainers].map(({ name }) => name);
  if (asked !== '') {
    return names.includes(asked)
      ? { ok: true, value: asked }
      : refuse(`container ${asked} is not valid for pod ${pod}`);
  }
  const [first] = containers;
  if (first === undefined) return refuse(`a container name must be specified for pod ${pod}`);
  if (containers.length === 1) return { ok: true, value: first.name };
  return refuse(`a container name must be specified for pod ${pod}, choose one of: [${names.join(' ')}]`);
}

type Streams = Pick<PodAttachOptions, 'stdin' | 'stdout' | 'stderr' | 'tty'>;

/** In the words of the kubelet, in the order of their names. */
function streamQuery({ stdin, stdout, stderr, tty }: Streams): Query {
  const asked = { error: stderr, input: stdin, output: stdout, tty };
  return Object.entries(asked).flatMap(([name, isAsked]) => (isAsked === true ? [[name, '1'] as const] : []));
}

function logQuery(options: PodLogOptions): Query {
  const { follow, limitBytes, previous, sinceSeconds, sinceTime, tailLines, timestamps } = options;
  const stated = {
    follow: follow === true || undefined,
    limitBytes,
    previous: previous === true || undefined,
    sinceSeconds,
    sinceTime: sinceTime ?? undefined,
    tailLines,
    timestamps: timestamps === true || undefined,
  };
  return Object.entries(stated).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as const],
  );
}

function refuse(message: string): { readonly ok: false; readonly fault: ConnectionFault } {
  return { ok: false, fault: { reason: 'malformed', message } };
}
