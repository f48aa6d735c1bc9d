/** Differences between releases 1.20 and 1.24 that are right, with the reason for each. */
import type { Step } from './request-stories.ts';

export interface Met {
  readonly kind: string;
  readonly step: Step;
  readonly difference: string;
}

interface Reason {
  readonly kind?: RegExp;
  readonly about?: RegExp;
  /** Of the difference as it is told. */
  readonly difference: RegExp;
  readonly reason: string;
}

const reasons: readonly Reason[] = [
  {
    about: /^apply$/,
    kind: /^(PersistentVolume|Event|ResourceQuota|RuntimeClass)$/,
    difference: /ecretRef|^regarding\.|scopeSelector|nodeSelector/,
    reason: 'references and selectors are atomic since 1.21 to 1.23',
  },
  {
    kind: /^Pod$/,
    difference: /columnDefinitions\[\]\.type: "string" for "integer"|rows\[\]\.cells\[\]: "0" for 0/,
    reason: 'the restarts of pods are text since 1.22',
  },
  {
    kind: /^Pod$/,
    difference: /projected/,
    reason: 'sources of projected volumes have paths of their own since 1.21',
  },
  {
    kind: /^EndpointSlice$/,
    difference: /metadata\.generation/,
    reason: 'fields that 1.20 drops or keeps count as changes here or there',
  },
  {
    kind: /^Namespace$/,
    difference: /namespace of the object \(other\) does not match/,
    reason: 'the namespace of an object without one is dropped since 1.21',
  },
  {
    kind: /^Service$/,
    difference: /duplicate nodePort|failed to allocate IP/,
    reason: 'addresses and ports are claimed before the rules are asked',
  },
  { difference: /^status [24]\d\d for 0: .*socket hang up/, reason: 'the peer panics' },
  { difference: /^warnings .* is deprecated in v1\.2[1-4]\+.* for undefined$/, reason: 'deprecated after 1.20' },
  { kind: /^EndpointSlice$/, difference: /(nodeName|conditions\.(serving|terminating)): /, reason: 'fields of 1.21' },
  {
    kind: /^Service$/,
    difference: /spec\.(ipFamilyPolicy|ipFamilies|internalTrafficPolicy|allocateLoadBalancerNodePorts): .* for nothing/,
    reason: 'dual stack and internal traffic policies are on',
  },
  {
    kind: /^Service$/,
    difference: /must be specified for an update/,
    reason: 'services may be replaced whatever their version since 1.22',
  },
  { kind: /^PersistentVolumeClaim$/, difference: /dataSourceRef/, reason: 'dataSourceRef follows dataSource' },
  { kind: /^DaemonSet$/, difference: /maxSurge: 0 for nothing/, reason: 'surges of daemon sets are on since 1.22' },
  {
    kind: /^Namespace$/,
    difference: /kubernetes\.io\/metadata\.name/,
    reason: 'namespaces carry their name as a label',
  },
  {
    difference: /cannot be handled as|cannot unmarshal|parsing time/,
    reason: 'the decoder has other words since 1.23',
  },
  {
    difference: /illegal base64 data|in scheme "keelson"/,
    reason: 'names of programs and of places in texts are our own',
  },
  { kind: /^CSIDriver$/, difference: /requiresRepublish|storageCapacity/, reason: 'fields of 1.21 and 1.22' },
  {
    kind: /^CSIDriver$/,
    difference: /field is immutable/,
    reason: 'some fields of a driver may change since 1.22, so each has a path of its own',
  },
  {
    kind: /^(Cron)?Job$/,
    difference: /job-tracking|metadata\.generation|completionMode|suspend: false/,
    reason: 'fields of 1.21 and later; pods of jobs are tracked by finalizers',
  },
  { kind: /^Job$/, difference: /`?spec\.template/, reason: 'templates of suspended jobs may change since 1.23' },
  { kind: /^PodTemplate$/, difference: /metadata\.generation: 1 for nothing/, reason: 'generation since 1.22' },
  {
    difference: /(map\[string\]string|core\.ResourceList|core\.ResourceQuotaScope)(\(nil\)|\{\}).*(VALUE|\{\}|\(nil\))/,
    reason: 'a map or a list that is empty is shown as one that is absent',
  },
  {
    about: /^strategic-merge-patch$/,
    difference: /: nothing for (""|\{"[^"]*":""\})$/,
    reason: 'null is no value, also in a map that a patch brings',
  },
  {
    kind: /^Service$/,
    about: /^method$/,
    difference: /^status 200 for 405: ServiceList/,
    reason: 'services can be deleted as a collection in 1.24',
  },
  { kind: /^NetworkPolicy$/, difference: /status: \{\} for nothing/, reason: 'has a status since 1.24' },
  { difference: /columnDefinitions\[\]\.description/, reason: 'columns are described in our own words' },
  {
    about: /^apply$/,
    difference: /failed to (create typed patch object|merge config)/,
    reason: 'names the object since 1.21',
  },
  {
    about: /^apply$/,
    difference: /failed to create manager for existing/,
    reason: 'sets that are no sets go on since 1.22',
  },
  {
    about: /^apply$/,
    difference: /FieldManagerConflict|^status 409 for/,
    reason: 'references and selectors are atomic since 1.21 to 1.23',
  },
  { difference: /invalid timeout specified/, reason: 'the timeout of a request is read first since 1.21' },
  { difference: /unable to parse requirement/, reason: 'label selectors have other words since 1.22' },
  { kind: /^Event$/, difference: /field is immutable/, reason: 'events keep what they say since 1.21' },
  {
    kind: /^FlowSchema$/,
    difference: /status\.conditions: nothing/,
    reason: 'a controller writes it, which is off here',
  },
  { about: /^method$/, difference: /groups(\[\]|:|\.)/, reason: 'other groups and versions are served' },
  { difference: /metadata\.clusterName was specified/, reason: 'clusterName is deprecated since 1.24' },
  {
    kind: /^(PersistentVolume(Claim)?|Pod)$/,
    difference: /metadata\.finalizers: .*-protection/,
    reason: 'protection comes with a controller, which is off here',
  },
  { kind: /^PodTemplate$/, difference: /metadata\.generation: \d+ for nothing/, reason: 'generation since 1.22' },
  { kind: /^StatefulSet$/, difference: /status\.availableReplicas: 0 for nothing/, reason: 'counted since 1.22' },
  { about: /^delete$/, difference: /child pods are preserved by default/, reason: 'warned of since 1.21' },
  { difference: /within requested timeout -1s/, reason: 'a negative timeout is none since 1.21' },
  { kind: /^IngressClass$/, difference: /scope: "Cluster" for nothing/, reason: 'parameters have a scope since 1.21' },
  {
    kind: /^Event$/,
    difference: /namespace of the provided object|does not match event\.namespace/,
    reason: 'namespaces of events are compared in other words since 1.21, and default may stand for none',
  },
  {
    kind: /^Job$/,
    difference: /^status 200 for 422.*error in our request/,
    reason: 'jobs have a generation since 1.21',
  },
  { kind: /^Node$/, difference: /podCIDRs/, reason: 'the second network was dropped before dual stack' },
  { kind: /^FlowSchema$/, difference: /status\.conditions/, reason: 'a controller writes them on one server alone' },
  {
    difference: /behavior\.scale(Up|Down)\.policies/,
    reason: 'an empty list of policies is none',
  },
  { kind: /^CSIDriver$/, difference: /columnDefinitions|cells/, reason: 'columns of 1.21 and later' },
  {
    about: /^(get|list|watch)$/,
    difference: /^status (406 for 200|200 for 406|400 for 406)/,
    reason: 'Accept is read in other ways since 1.22',
  },
  {
    about: /^list$/,
    difference: /mvcc: required revision has been compacted/,
    reason: 'the peer passes on the words of etcd',
  },
  {
    difference: /the namespace of the provided object does not match/,
    reason: 'namespaces are compared in other words since 1.21',
  },
  { kind: /^CSINode$/, about: /^create$/, difference: /details\.causes/, reason: 'new objects are checked once' },
  { kind: /^CSIDriver$/, about: /^create$/, difference: /volumeLifecycleModes/, reason: 'modes are checked once' },
  { kind: /^CronJob$/, difference: /xpected exactly 5 fields/, reason: 'schedules have another parser since 1.21' },
  { kind: /^Event$/, difference: /series\.count/, reason: 'series of events.k8s.io count at least two since 1.21' },
  {
    kind: /^IngressClass$/,
    difference: /apiGroup: nothing for null/,
    reason: 'parameters have a type of their own since 1.21',
  },
  { kind: /^PodSecurityPolicy$/, difference: /Sysctls\[/, reason: 'names may have slashes since 1.23' },
  {
    kind: /^PodTemplate$/,
    difference: /projected/,
    reason: 'sources of projected volumes have paths of their own since 1.21',
  },
  {
    kind: /^PodDisruptionBudget$/,
    about: /^update$/,
    difference: /for 404/,
    reason: 'budgets may be created by PUT since 1.21',
  },
  {
    kind: /^FlowSchema$/,
    about: /^delete$/,
    difference: /^status 409 for 200/,
    reason: 'a controller of this server writes their status',
  },
  { kind: /^Service$/, about: /^delete$/, difference: /^/, reason: 'the deleted service is the answer since 1.23' },
  {
    kind: /^Service$/,
    difference: /primary clusterIP can not be unset/,
    reason: 'addresses are carried over since 1.23',
  },
  { kind: /^Service$/, difference: /deletionTimestamp/, reason: 'changes are checked once less often since 1.23' },
  {
    kind: /^CSI(Node|Driver)$/,
    about: /^(create|method)$/,
    difference: /details\.causes/,
    reason: 'new objects are checked once',
  },
  { kind: /^EndpointSlice$/, difference: /opology/, reason: 'the labels have another name since v1, without the zone' },
  {
    kind: /^PodTemplate$/,
    difference: /sysctls|metadata\.generation/,
    reason: 'names may have slashes and templates have generations since 1.22',
  },
  { kind: /^Secret$/, difference: /^data\.b/, reason: 'a null within a map that is not there yet is left out' },
  {
    about: /^apply$/,
    difference: /Apply failed with/,
    reason: 'references and selectors are atomic since 1.21 to 1.23',
  },
  {
    about: /^apply$/,
    difference: /roleRef|nodeSelectorTerms: Required/,
    reason: 'references and selectors are atomic, so the rest of them goes',
  },
  {
    about: /^apply$/,
    difference: /generation.{0,2}:1\.5/,
    reason: 'numbers that do not fit are refused before they are merged',
  },
  { about: /^get$/, difference: /^status 400 for 405/, reason: 'the timeout of a request is read first since 1.21' },
  {
    about: /^(get|list)$/,
    difference: /^status \d+ for 406|^status 406 for/,
    reason: 'Accept is read in other ways since 1.22',
  },
  { difference: /unknown conversion|quantities must match/, reason: 'the decoder has other words since 1.23' },
  { kind: /^Event$/, difference: /^warnings .*duplicate entries/, reason: 'deprecated after 1.20' },
  {
    kind: /^FlowSchema$/,
    difference: /^status 409 for 422/,
    reason: 'a controller of this server writes their status',
  },
  {
    kind: /^PersistentVolumeClaim$/,
    difference: /spec is immutable after creation|dataSource/,
    reason: 'dataSourceRef follows dataSource',
  },
  {
    kind: /^Service$/,
    difference: /may not change once set|already allocated/,
    reason: 'addresses and ports are claimed before the rules are asked',
  },
  {
    kind: /^Service$/,
    about: /^(update|.*patch)$/,
    difference: /details\.causes: /,
    reason: 'changes are checked once less often since 1.23',
  },
  { difference: /for version .* in scheme/, reason: 'names of programs and of places in texts are our own' },
  {
    kind: /^CSINode$/,
    difference: /nodeID: Invalid value|spec\.drivers\[/,
    reason: 'ids of nodes may have 256 characters since 1.21, and causes quote names alone',
  },
  { difference: /^warnings .*duplicate entries/, reason: 'deprecated after 1.20' },
  {
    kind: /^Endpoint(s|Slice)$/,
    difference: /loopback range|link-local range|may not be unspecified|must be a valid IP address/,
    reason: 'addresses of no other host are refused since 1.21',
  },
  {
    kind: /^Node$/,
    difference: /node updates may only change labels/,
    reason: 'changes of a node are told at their fields in 1.24',
  },
  { kind: /^Lease$/, difference: /must to greater/, reason: 'the words were mended since 1.20' },
  {
    kind: /WebhookConfiguration$/,
    difference: /service (name|namespace) is required/,
    reason: 'the field that is missing is named, there the other one',
  },
  {
    kind: /^PodTemplate$/,
    difference: /matchExpressions\.matchLabels|^warnings .*(duplicate name|invalid empty name)/,
    reason: 'selectors and warnings of pod templates have paths of their own in 1.24',
  },
  { kind: /^Event$/, difference: /lastObservedTime: Required/, reason: 'series are checked on updates in 1.24' },
  {
    kind: /^DaemonSet$/,
    difference: /when maxSurge is 0/,
    reason: 'surges of daemon sets are on since 1.22',
  },
  {
    kind: /^PodSecurityPolicy$/,
    difference: /IDRange\(nil\)/,
    reason: 'an empty list is shown as none',
  },
  { about: /^(list|method)$/, difference: /items(:|\[\])/, reason: 'lists have what other stories make meanwhile' },
];

export function reasonFor({ kind, step, difference }: Met): string | undefined {
  const fits = (each: Reason) =>
    (each.kind?.test(kind) ?? true) && (each.about?.test(step.about) ?? true) && each.difference.test(difference);
  return reasons.find(fits)?.reason;
}
