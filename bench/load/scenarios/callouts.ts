/** Requests for which another server is called: creates that two webhooks admit, and gets that are proxied. */
import { makeNamespace } from '../prepare.ts';
import { groupVersion, reviewsPath } from '../servers/remote-object.ts';
import type { Remote } from '../servers/start-remote.ts';
import { ask } from '../servers/target.ts';
import type { Target } from '../servers/target.ts';
import { base, configMapText } from './scenario.ts';
import type { Scenario } from './scenario.ts';

const hooked = 'bench-hooked';
const unhooked = 'bench-unhooked';
/** Of its own: older servers give namespaces none. */
const hookedLabels = { bench: hooked };
const registration = '/apis/admissionregistration.k8s.io/v1';
const proxied = `/apis/${groupVersion}/namespaces/default/gadgets/gadget`;
const patienceMs = 20_000;
/** By then every replica asks the webhooks. */
const settleMs = 2_000;

export const callouts: readonly Scenario[] = [
  creating('create, admitted by two webhooks', hooked, { rate: 1.5, cpu: 0.5 }),
  creating('create, beside the rules of 1,000 webhooks', unhooked),
  {
    name: 'get, proxied',
    unit: 'requests',
    job: (server) => ({ kind: 'requests', server, connections: 16, durationMs: 1_500, mix: [{ path: proxied }] }),
    goal: { rate: 2 },
  },
];

function creating(name: string, namespace: string, goal?: Scenario['goal']): Scenario {
  return {
    name,
    unit: 'requests',
    ...(goal && { goal }),
    job: (server, round) => ({
      kind: 'requests',
      server,
      connections: 32,
      count: 2_000,
      from: round * base,
      mix: [{ method: 'POST', path: `/api/v1/namespaces/${namespace}/configmaps`, body: configMapText('made-{n}') }],
    }),
  };
}

/** Returns false for a server that does not call others. */
export async function prepareCallouts(target: Target, remote: Remote, webhooks: number): Promise<boolean> {
  await makeNamespace(target, unhooked);
  await makeNamespace(target, hooked, hookedLabels);
  await make(target, `${registration}/mutatingwebhookconfigurations`, configurationOf('Mutating', remote));
  await make(target, `${registration}/validatingwebhookconfigurations`, configurationOf('Validating', remote));
  await make(target, `${registration}/validatingwebhookconfigurations`, strangers(remote, webhooks));
  await make(target, '/api/v1/namespaces/default/services', {
    metadata: { name: 'remote' },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  });
  await make(target, '/apis/apiregistration.k8s.io/v1/apiservices', apiService(remote));
  const isProxied = await answers(target, proxied);
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  await requireReviews(target, remote);
  return isProxied;
}

/** Fails unless a create asks both webhooks: otherwise the scenario would measure creates without any. */
async function requireReviews(target: Target, { port }: Remote): Promise<void> {
  const count = async (): Promise<number> => {
    const { body } = await ask({ server: { place: { host: '127.0.0.1', port }, token: '' } }, 'GET', reviewsPath);
    return Number(body);
  };
  const before = await count();
  await make(target, `/api/v1/namespaces/${hooked}/configmaps`, { metadata: { name: 'reviewed' } });
  if ((await count()) !== before + 2) throw new Error(`${target.name} does not ask the webhooks`);
}

async function make(target: Target, path: string, body: object): Promise<void> {
  const { status, body: answer } = await ask(target, 'POST', path, body);
  if (status !== 201) throw new Error(`${target.name}: ${answer}`);
}

async function answers(target: Target, path: string): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  while (performance.now() < endMs) if ((await ask(target, 'GET', path)).status === 200) return true;
  return false;
}

function webhookOf(name: string, { port, authority }: Remote, more: object): object {
  return {
    name,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { url: `https://127.0.0.1:${port}/${name}`, caBundle: Buffer.from(authority).toString('base64') },
    ...more,
  };
}

function configurationOf(type: 'Mutating' | 'Validating', remote: Remote): object {
  const rules = [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE'] }];
  const namespaceSelector = { matchLabels: hookedLabels };
  const webhooks = [webhookOf(`${type.toLowerCase()}.bench.example.com`, remote, { rules, namespaceSelector })];
  return { metadata: { name: 'bench' }, webhooks };
}

/** Webhooks of other kinds, in one configuration. */
function strangers(remote: Remote, count: number): object {
  const webhooks = Array.from({ length: count }, (_, number) =>
    webhookOf(`stranger-${number}.bench.example.com`, remote, {
      rules: [
        {
          apiGroups: [`group${number % 50}.example.com`],
          apiVersions: ['*'],
          resources: [`things${number}`, 'pods'],
          operations: ['*'],
        },
      ],
    }),
  );
  return { metadata: { name: 'strangers' }, webhooks };
}

function apiService({ port }: Remote): object {
  const [group, version] = groupVersion.split('/');
  return {
    metadata: { name: `${String(version)}.${String(group)}` },
    spec: {
      group,
      version,
      service: { name: 'remote', namespace: 'default', port },
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 1_000,
      versionPriority: 10,
    },
  };
}
