/**
 * The order of the packages, stated once. A package may import packages on a lower
 * floor, none beside it and none above. The import check is derived from this list,
 * and ARCHITECTURE.md shows it.
 */

/**
 * @typedef {object} Floor
 * @property {number} floor
 * @property {string} name the folder in packages/, and the name after `@keelson/`
 * @property {string} about
 * @property {Readonly<Record<string, string>>} confines a library, and the folder of the package it may be imported in
 * @property {readonly string[]} [folders] the folders and files in src/, lowest first: one imports those before it, and
 *   none after it. Tests, the entries for tests and index.ts import all of them. A package with code has this list, or
 *   is in scripts/unfenced-packages.json, which only shrinks.
 */

/**
 * Long lists, several names on a line.
 * @param {readonly string[]} lines
 */
const inOrder = (...lines) => lines.flatMap((line) => line.split(' '));

/** @type {readonly Floor[]} */
export const floors = [
  {
    floor: 0,
    name: 'schema',
    about: 'the declaration language and its readers, a folder each',
    confines: { ajv: 'src/validate/conformance', protobufjs: 'src/protobuf', re2js: 'src/validate' },
    folders: inOrder(
      'language compile-once.ts formats printed scheme json conversion yaml defaults gates merge table openapi protobuf',
      'validate',
    ),
  },
  {
    floor: 0,
    name: 'telemetry',
    about: 'logger, metrics with stability classes, slices of long work',
    confines: { winston: 'src', 'prom-client': 'src' },
    folders: inOrder('describe-error.ts to-loggable.ts logger.ts stream-to.ts create-logger.ts event-loop metrics'),
  },
  {
    floor: 0,
    name: 'http',
    about: 'HTTP/1.1 over sockets: a quick lane for common requests, Node for the rest; blind to the API',
    confines: { ws: 'src' },
    folders: inOrder(
      'held-bytes.ts handshakes.ts client-connection.ts web-socket.ts exchange.ts newcomers.ts quick node alpn-protocol.ts alpn-connections.ts lane.ts',
    ),
  },
  {
    floor: 0,
    name: 'http2',
    about: 'HTTP/2, both sides: many exchanges over a connection; blind to what is said',
    confines: {},
    folders: inOrder(
      'errors.ts huffman.ts static-table.ts hpack-reader.ts field-rules.ts header-block.ts header-writer.ts frames.ts frame-reader.ts',
      'header-reader.ts settings.ts',
      'exchange.ts client-stream.ts open-streams.ts join-for-write.ts outbox.ts outgoing-body.ts sender.ts',
      'receive-window.ts push-headers.ts exchanges.ts',
      'receiver.ts keep-alive.ts stall.ts connection.ts server',
    ),
  },
  {
    floor: 1,
    name: 'etcd-client',
    about: "etcd's ranges, transactions and watches: gRPC over HTTP/2; blind to what is stored",
    confines: {},
    folders: ['errors.ts', 'credentials.ts', 'cluster-id.ts', 'grpc', 'protobuf', 'kv', 'watch'],
  },
  {
    floor: 1,
    name: 'files',
    about: 'the files of an operator: read, read again when they change, written whole',
    confines: {},
    folders: ['file-source.ts', 'configuration-error.ts', 'unwritable-file.ts', 'write-whole.ts', 'reloads.ts'],
  },
  {
    floor: 1,
    name: 'meta',
    about: 'the words of the API: names, selectors, quantities, Status and its reasons, lifecycle rules',
    confines: {},
    folders: ['request', 'names', 'versions', 'metadata', 'quantities', 'selectors', 'status', 'strategy'],
  },
  {
    floor: 1,
    name: 'cel',
    about: 'validation rules in CEL: parser, checker, cost estimate, evaluator',
    confines: {},
    folders: ['values', 'syntax', 'typing', 'declared', 'functions', 'check', 'estimate', 'evaluate', 'rules'],
  },
  {
    floor: 2,
    name: 'callouts',
    about: 'the client of every server that this one calls: trust, connections, deadlines, limits',
    confines: {},
    folders: inOrder(
      'contract.ts failure.ts carrier.ts send-body.ts answer-bytes.ts dial http1 http2 targets exchange.ts call.ts open.ts',
      'callout-metrics.ts client-metrics.ts certificate-metrics.ts create-callouts.ts call-patiently.ts',
    ),
  },
  {
    floor: 2,
    name: 'api',
    about: 'the declarations: a folder per group, a folder per version, a file per kind',
    confines: {},
    folders: inOrder(
      'api-version.ts feature-gates lifecycle printing rules meta admissionregistration apidiscovery',
      'apiserverinternal authentication authorization coordination deprecation imagepolicy rbac scheduling subresources',
      'admission apiextensions apiregistration certificates core flowcontrol apps autoscaling batch discovery',
      'events networking node policy storage quotas controlled-kinds.ts node-kinds.ts catalog.ts retired typed-kinds.ts api-scheme.ts',
    ),
  },
  {
    floor: 2,
    name: 'storage',
    about: 'keys, bytes and revisions: the contract, its conformance suite, the two engines',
    confines: { etcd3: 'src/etcd', lmdb: 'src/embedded', '@noble/ciphers': 'src/encryption' },
    folders: ['contract', 'backup', 'compaction', 'elections', 'encryption', 'embedded', 'etcd'],
  },
  {
    floor: 2,
    name: 'patch',
    about: 'JSON patch, merge patch, strategic merge, apply',
    confines: {},
    folders: inOrder(
      'json-object.ts outcome.ts print-go-value.ts field-sets json-patch merge-patch topology',
      'strategic-merge-patch owners',
    ),
  },
  {
    floor: 3,
    name: 'cache',
    about: "the replica's watch cache: consistent reads, history, fan-out",
    confines: {},
    folders: inOrder(
      'clock.ts objects keys history resources freshness read event-handlers reflector watch',
      'watch-cache-options.ts watch-cache-stats.ts watch-cache-parts.ts resource-cache.ts',
      'watch-cache.ts consistency',
    ),
  },
  {
    floor: 4,
    name: 'informers',
    about: 'listers, informers and work queues over the watch cache',
    confines: {},
    folders: ['objects', 'resources', 'listers', 'informer', 'shared-informers.ts', 'work-queue'],
  },
  {
    floor: 5,
    name: 'auth',
    about: 'who it is and what they may do; blind to HTTP',
    confines: { jose: 'src' },
    folders: inOrder(
      'user.ts webhook authentication bootstrap-tokens oidc authorization escalation explanation',
      'reviews service-accounts impersonation',
    ),
  },
  {
    floor: 5,
    name: 'flowcontrol',
    about: 'which flow a request is in, and when its turn comes',
    confines: {},
    folders: inOrder(
      'flow-request.ts queues classify metrics estimate accounts levels ticket.ts flow-control.ts',
      'follow-configuration.ts debug explain simulate',
    ),
  },
  {
    floor: 5,
    name: 'audit',
    about: 'what is written down about a request',
    confines: {},
    folders: inOrder(
      'attachment.ts byte-writer.ts body.ts event.ts policy print record.ts sinks event-queue.ts',
      'auditor.ts',
    ),
  },
  {
    floor: 6,
    name: 'pki',
    about: 'certificates: made, renewed, reloaded, revoked, and whom those of clients stand for',
    confines: { '@peculiar/x509': 'src', 'reflect-metadata': 'src' },
    folders: inOrder(
      'pem.ts parse-certificates.ts tls-settings.ts issue.ts reissue.ts keep-pair.ts keep.ts renew.ts front-proxy.ts',
      'certification-path.ts peer-trust.ts revocations.ts open-tls.ts sign-request.ts request-signing.ts cluster',
    ),
  },
  {
    floor: 6,
    name: 'admission',
    about: 'changes and refusals of a write, before it is stored',
    confines: {},
    folders: inOrder(
      'plugin.ts admission-metrics.ts request.ts rights.ts listers.ts quota plugin-parts.ts access certificates defaults limits nodes',
      'pod-security pods volumes chain.ts',
    ),
  },
  {
    floor: 7,
    name: 'admission-webhooks',
    about: 'admission webhooks: which are asked, what they are sent, what becomes of their answers',
    confines: {},
    folders: ['contract.ts', 'matching', 'review', 'object', 'host', 'dispatch', 'webhook-plugins.ts'],
  },
  {
    floor: 7,
    name: 'registry',
    about: 'the engine: one pipeline per verb, driven by declarations',
    confines: {},
    folders: inOrder(
      'contract.ts unreadable.ts outcome.ts conversion-error.ts store-failure.ts objects versions options resources namespaces allocation offload.ts',
      'registry-options.ts admission write read delete patch subresources places create-registry.ts',
    ),
  },
  {
    floor: 8,
    name: 'surface',
    about: 'HTTP: the chain, one file per verb, negotiation, discovery, health',
    confines: { express: 'src/documents' },
    folders: inOrder(
      'negotiate request represent respond transit exchange audit verbs chain metrics pages health',
      'discovery openapi documents',
    ),
  },
  {
    floor: 8,
    name: 'apiextensions',
    about: 'custom resources: definitions become declarations, are served, and are finalized',
    confines: {},
    folders: ['definition', 'columns', 'conversion', 'declare', 'serve', 'controllers', 'custom-resources.ts'],
  },
  {
    floor: 8,
    name: 'controllers',
    about: 'controllers: loops over informers and the registry',
    confines: {},
    folders: inOrder(
      'controller.ts controller-clock.ts run-at-once.ts client events remote-api frame system-objects namespace',
      'namespaced-objects cluster-authentication flow-control clusterrole-aggregation garbage-collector',
      'rbac-bootstrap deprecated-requests own-service range-repair dependents simulated-nodes job cronjob',
      'ttl-after-finished replicaset revisions deployment statefulset daemonset disruption resource-quota endpoints',
      'endpoint-slices storage-protection pod-garbage-collector service-account-tokens bootstrap-tokens',
      'certificates all-controllers.ts remote',
    ),
  },
  {
    floor: 9,
    name: 'aggregator',
    about: 'requests that others answer: aggregated APIs with their state and documents, nodes, pods, endpoints',
    confines: {},
    folders: inOrder(
      'contract.ts services proxy connect api-services remote automanaged availability discovery openapi open-aggregation.ts',
    ),
  },
  {
    floor: 10,
    name: 'server',
    about: 'configuration to objects, and the ladder of start and stop',
    confines: {},
    folders: inOrder(
      'http2 registry-features.ts quota-parts.ts open-access.ts heavy stored-values accept-queue.ts processes configuration.ts configured-metrics.ts advertised-address.ts hosts.ts runtime-config.ts',
      'fault-counter.ts measure count-features.ts measure-storage.ts count-unreadable.ts audit callers open-storage.ts open-callouts.ts',
      'store-alarms.ts range-bitmaps open-watch-cache.ts open-ranges.ts observe-components.ts open-node-agents.ts open-signing.ts',
      'open-store-trust.ts watch-certificates.ts open-front.ts cluster-credentials.ts open-flow-control.ts',
      'open-webhooks.ts run-aggregation.ts webhook-page.ts report-deprecated-requests.ts make-handler.ts',
      'listener.ts kubeconfig.ts replicas show.ts encrypted-custom-resources.ts run-controllers.ts own-service.ts',
      'start-server.ts',
    ),
  },
  {
    floor: 11,
    name: 'cli',
    about: 'flags, environment, exit codes',
    confines: {},
    folders: inOrder(
      'version.ts overview.ts terminal.ts parse-options.ts command.ts client convert owners schema migrate',
      'deprecations lifecycle serve controllers simulate-nodes why flow pki healthcheck backup adopt status',
      'run.ts program.ts start',
    ),
  },
  {
    floor: 12,
    name: 'testkit',
    about: 'what tests share, here and in other projects',
    confines: { testcontainers: 'src' },
    folders: ['client', 'containers', 'server', 'laws'],
  },
];

/** Files of tests that use a library outside its home, as those do who call this server or are called by it. */
export const borrowers = { express: 'test-e2e/support/webhook-server.ts', ws: 'test-e2e/watch-web-socket.test.ts' };

/** What only tests may import. */
export const testLibraries = [
  '@jest/globals',
  '@kubernetes/client-node',
  'fast-check',
  'esbuild',
  'typescript',
  'yaml',
];

/**
 * Where tests live, as a pattern over paths: tests, the programs that they start, what they share, the conformance
 * suites that implementations elsewhere run.
 */
export const testFiles = String.raw`\.(test|child)\.ts$|/(conformance|testing)/|^packages/testkit/|^test-e2e/`;

/**
 * How a package is entered, and how its entries for tests are, which only tests and benchmarks may use. The client of
 * the test kit is an entry of its own, so that a test of another process does not load a server to ask it.
 */
export const entries = String.raw`^packages/[^/]+/src/index\.ts$`;
export const testEntries = String.raw`^packages/[^/]+/src/(conformance|testing|client|containers)/(index|etcd-cluster|test-client|etcd-containers)\.ts$`;
