/**
 * The certificates of a cluster: which there are, who signs each, and where it is in the folder. Where kubeadm has a
 * file of the kind, its name is used. Nothing here touches a file.
 */
import type { LeafRequest } from '../issue.ts';
import { adminGroup, adminUser } from '../keep.ts';

/** Authorities, by the paths of their files without `.crt` and `.key`. */
export const clusterAuthorities = ['ca', 'etcd/ca', 'front-proxy-ca'] as const;
export type ClusterAuthority = (typeof clusterAuthorities)[number];

export interface ClusterMember {
  readonly name: string;
  /** Names and addresses it is reached under, beside its own name and those of this machine. */
  readonly hosts: readonly string[];
}

export interface ClusterClient {
  readonly name: string;
  readonly groups: readonly string[];
}

export interface ClusterPlan {
  readonly replicas: readonly ClusterMember[];
  readonly etcdMembers: readonly ClusterMember[];
  /** Clients of the API, beside the administrator. */
  readonly clients: readonly ClusterClient[];
  /** Names and addresses of every replica, such as those of a load balancer. */
  readonly hosts: readonly string[];
  /** Those that a replica's certificate gets when it is made, and is not made anew for. */
  readonly usualHosts?: readonly string[];
}

export interface PlannedLeaf {
  /** The path of its files without `.crt` and `.key`. */
  readonly path: string;
  readonly authority: ClusterAuthority;
  readonly request: Omit<LeafRequest, 'now' | 'days'>;
  /** A certificate that lacks one of them is made anew. */
  readonly demandedHosts: readonly string[];
}

const ownHosts = ['localhost', '127.0.0.1', '::1'];
/** The Service that leads to this API from within the cluster. */
const serviceHosts = ['', '.default', '.default.svc', '.default.svc.cluster.local'].map((end) => `kubernetes${end}`);

export function plannedLeaves(plan: ClusterPlan): readonly PlannedLeaf[] {
  return [
    ...plan.replicas.map((replica) => replicaLeaf(replica, plan)),
    ...plan.etcdMembers.map(memberLeaf),
    client('apiserver-etcd-client', 'etcd/ca', 'keelson-etcd-client'),
    client('apiserver-kubelet-client', 'ca', 'keelson-kubelet-client', [adminGroup]),
    client('front-proxy-client', 'front-proxy-ca', 'front-proxy-client'),
    client('admin', 'ca', adminUser, [adminGroup]),
    ...plan.clients.map(({ name, groups }) => client(`clients/${name}`, 'ca', name, groups)),
  ];
}

function replicaLeaf({ name, hosts }: ClusterMember, plan: ClusterPlan): PlannedLeaf {
  const demandedHosts = distinct([name, ...hosts, ...plan.hosts, ...serviceHosts, ...ownHosts]);
  return {
    path: `replicas/${name}`,
    authority: 'ca',
    demandedHosts,
    request: {
      subject: { commonName: name },
      usage: 'server',
      hosts: distinct([...demandedHosts, ...(plan.usualHosts ?? [])]),
    },
  };
}

/** A member is a client of the others, and its gateway is one of itself. */
function memberLeaf({ name, hosts }: ClusterMember): PlannedLeaf {
  const demandedHosts = distinct([name, ...hosts, ...ownHosts]);
  return {
    path: `etcd/${name}`,
    authority: 'etcd/ca',
    demandedHosts,
    request: { subject: { commonName: name }, usage: 'peer', hosts: demandedHosts },
  };
}

function client(
  path: string,
  authority: ClusterAuthority,
  commonName: string,
  organizations: readonly string[] = [],
): PlannedLeaf {
  return { path, authority, demandedHosts: [], request: { subject: { commonName, organizations }, usage: 'client' } };
}

function distinct(hosts: readonly string[]): readonly string[] {
  return [...new Set(hosts)];
}
