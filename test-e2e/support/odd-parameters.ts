/** Query parameters and headers, usual ones and such as nobody should send. */
import type { Random } from './random.ts';

const writeParameters = [
  ...[
    'dryRun=Some',
    'dryRun=',
    'dryRun=All&dryRun=All',
    'fieldManager=',
    'fieldManager=a%00',
    `fieldManager=${'x'.repeat(129)}`,
  ],
  ...['force=true', 'force=x', 'pretty=true', 'pretty=x', 'timeout=1s', 'timeout=x', 'timeout=-1s', 'unknown=1'],
  ...[
    'propagationPolicy=Foreground',
    'propagationPolicy=x',
    'propagationPolicy=',
    'orphanDependents=x',
    'gracePeriodSeconds=x',
  ],
  ...['gracePeriodSeconds=0', 'gracePeriodSeconds=', 'orphanDependents=', 'fieldManager=m'],
];

/** None mostly; begins with an ampersand. */
export function oddQuery(random: Random): string {
  return random.below(3) === 0 ? `&${random.pick(writeParameters)}` : '';
}

const readParameters = [
  ...[
    'limit=1',
    'limit=-1',
    'limit=x',
    'limit=',
    'limit=9223372036854775808',
    'continue=x',
    'continue=e30',
    'limit=1&continue=',
  ],
  ...[
    'resourceVersion=0',
    'resourceVersion=1',
    'resourceVersion=-1',
    'resourceVersion=x',
    'resourceVersion=99999999',
    'resourceVersion=',
  ],
  ...[
    'resourceVersionMatch=Exact',
    'resourceVersionMatch=NotOlderThan',
    'resourceVersionMatch=x',
    'resourceVersion=0&resourceVersionMatch=Exact',
  ],
  ...[
    'resourceVersion=1&resourceVersionMatch=Exact',
    'resourceVersion=0&resourceVersionMatch=NotOlderThan',
    'resourceVersion=0&limit=1',
  ],
  ...[
    'labelSelector=a',
    'labelSelector=a%3Db',
    'labelSelector=!a',
    'labelSelector=a%3D%3Db',
    'labelSelector=a+in+(b,c)',
    'labelSelector=a+in+()',
  ],
  ...[
    'labelSelector=a+in',
    'labelSelector=%3D',
    'labelSelector=a%3E1',
    'labelSelector=a%3Ex',
    'labelSelector=,',
    'labelSelector=a,b',
    'labelSelector=A_%3Db',
  ],
  ...[
    'labelSelector=-a%3Db',
    'labelSelector=a%3D-b',
    'labelSelector=a+notin+(b)',
    'labelSelector=a%3Db%3Dc',
    'labelSelector=a!b',
  ],
  ...[
    'fieldSelector=metadata.name',
    'fieldSelector=%3D',
    'fieldSelector=metadata.name!%3Dx',
    'fieldSelector=metadata.namespace%3Ddefault',
  ],
  ...[
    'fieldSelector=spec.x%3Dy',
    'fieldSelector=metadata.name%3D%3Dx',
    'fieldSelector=status.phase%3DRunning',
    'fieldSelector=,',
  ],
  ...[
    'timeoutSeconds=x',
    'timeoutSeconds=1',
    'timeoutSeconds=-1',
    'timeoutSeconds=',
    'watch=0',
    'watch=false',
    'watch=x&timeoutSeconds=1',
  ],
  ...[
    'allowWatchBookmarks=x',
    'allowWatchBookmarks=true',
    'pretty=true',
    'pretty=1',
    'pretty=x',
    'pretty=',
    'unknown=x',
    'timeout=1s',
    'timeout=x',
  ],
  ...[
    'watch=1&timeoutSeconds=1&resourceVersion=x',
    'watch=1&timeoutSeconds=1&labelSelector=%3D',
    'watch=1&timeoutSeconds=1&fieldSelector=a%3Db',
  ],
  ...['watch=1&timeoutSeconds=1&resourceVersion=99999999', 'watch=1&timeoutSeconds=1&resourceVersionMatch=Exact'],
];

export function oddReadQuery(random: Random): string {
  return random.below(4) === 0 ? '' : random.pick(readParameters);
}

const view = (form: string, rest = 'v=v1;g=meta.k8s.io') => `application/json;as=${form};${rest}`;

const accepts = [
  ...[
    'application/json',
    '*/*',
    'application/*',
    'text/*',
    'text/html',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
  ],
  ...[
    'application/xml',
    'application/json;q=0',
    'application/json;q=0.5,application/yaml',
    'application/yaml;q=0.5,application/json;q=0.9',
  ],
  ...[
    'application/json;foo',
    'application/json;pretty=1',
    'application/json;charset=utf-8',
    'application/json;as=x',
    ',',
    ';',
    'application',
  ],
  ...['application/json;stream=watch', 'application/cbor,application/json', ''],
  ...[
    view('Table'),
    view('Table', 'v=v1beta1;g=meta.k8s.io'),
    view('Table', 'v=v2;g=meta.k8s.io'),
    view('Table', 'g=meta.k8s.io'),
    view('Table', 'v=v1'),
  ],
  ...[
    view('PartialObjectMetadata'),
    view('PartialObjectMetadata', 'v=v1beta1;g=meta.k8s.io'),
    view('PartialObjectMetadataList'),
    view('Other'),
  ],
  ...[`${view('Table')},application/json`, `${view('Other')},application/json`, `application/xml,${view('Table')}`],
];

export function oddAccept(random: Random): string {
  return random.below(2) === 0 ? 'application/json' : random.pick(accepts);
}
