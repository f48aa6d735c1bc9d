/** A pod's address stands in two fields; clients may know only the older one. */

interface Status {
  podIP?: string;
  podIPs?: { ip?: string }[];
}

/** The single address decides; without one, the first of the list is it. */
export function pairPodIps(status: Status): void {
  const { podIP = '', podIPs = [] } = status;
  const first = podIPs[0]?.ip ?? '';
  if (podIP === '') {
    if (first !== '') status.podIP = first;
  } else if (first !== podIP) {
    status.podIPs = [{ ip: podIP }];
  }
}
