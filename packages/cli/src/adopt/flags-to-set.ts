/** The flags of `keelson serve` that fit what a store holds. */
import type { CheckReport } from './check-report.ts';

const protobuf = 'application/vnd.kubernetes.protobuf';
/** Formats of kube-apiserver that do not bind a value to its key. */
const unbound = /^(?:aescbc|secretbox):v1:/;

export function flagsFor({
  prefix,
  ranges,
  resources,
  apiServers,
}: Pick<CheckReport, 'prefix' | 'ranges' | 'resources' | 'apiServers'>): readonly string[] {
  const rangeOf = (name: string) => ranges.find((each) => each.name === name)?.range ?? '';
  const networks = [rangeOf('serviceips'), rangeOf('secondaryserviceips')].filter((range) => range !== '');
  const ports = rangeOf('servicenodeports');
  const forms = resources.flatMap((each) => each.forms);
  const encryptions = [...new Set(forms.map(({ encryption }) => encryption))].filter((each) => each !== '').sort();
  const keys = encryptions.join(', ');
  // A kube-apiserver that is alive has to read what this server writes.
  const unboundValues = apiServers.length === 0 ? 'read' : 'write';
  return [
    ...(prefix === '/registry/' ? [] : [`--etcd-prefix=${prefix.slice(0, -1)}`]),
    ...(networks.length === 0 ? [] : [`--service-cluster-ip-range=${networks.join(',')}`]),
    ...(ports === '' ? [] : [`--service-node-port-range=${ports}`]),
    ...(forms.some(({ mediaType }) => mediaType === 'protobuf') ? [`--storage-media-type=${protobuf}`] : []),
    ...(keys === '' ? [] : [`--encryption-provider-config=FILE with ${keys}`]),
    ...(encryptions.some((each) => unbound.test(each)) ? [`--encryption-unbound-values=${unboundValues}`] : []),
    ...(apiServers.length === 0 ? [] : ['--advertise-address=ADDRESS, as the other servers have theirs']),
  ];
}
