/** Collects the counts and findings of a check. Memory is bounded by the number of resources, folders and forms. */
import type { ApiServerLease } from '@keelson/controllers';

import type {
  CheckReport,
  CheckFinding,
  RangeFinding,
  ResourceCount,
  StoredForm,
  UnknownFolder,
} from './check-report.ts';

/** Further ones are counted. */
const mostFindings = 1_000;
const mostFolders = 1_000;

export type Tallied = Pick<
  CheckReport,
  | 'keys'
  | 'bytes'
  | 'resources'
  | 'ranges'
  | 'apiServers'
  | 'kubeApiServers'
  | 'ownKeys'
  | 'notUnderstood'
  | 'notUnderstoodCount'
  | 'unknown'
>;

export class Tally {
  #keys = 0;
  #bytes = 0;
  #ownKeys = 0;
  #findingCount = 0;
  readonly #findings: CheckFinding[] = [];
  readonly #resources = new Map<string, ResourceCount>();
  readonly #unknown = new Map<string, UnknownFolder>();
  readonly #ranges: RangeFinding[] = [];
  readonly #apiServers = new Set<string>();
  readonly #kubeApiServers = new Set<string>();

  addKey(bytes: number): void {
    this.#keys += 1;
    this.#bytes += bytes;
  }

  addOwnKey(): void {
    this.#ownKeys += 1;
  }

  addRange(range: RangeFinding): void {
    this.#ranges.push(range);
  }

  addApiServer({ address, isOfKubeApiServer }: ApiServerLease): void {
    this.#apiServers.add(address);
    if (isOfKubeApiServer) this.#kubeApiServers.add(address);
  }

  addFinding(finding: CheckFinding): void {
    this.#findingCount += 1;
    if (this.#findings.length < mostFindings) this.#findings.push(finding);
  }

  addUnknown(folder: string): void {
    const named = this.#unknown.has(folder) || this.#unknown.size < mostFolders ? folder : '…';
    const known = this.#unknown.get(named);
    if (known === undefined) this.#unknown.set(named, { folder: named, keys: 1 });
    else known.keys += 1;
  }

  resource(name: string): ResourceCount {
    const known = this.#resources.get(name);
    if (known !== undefined) return known;
    const made = { resource: name, objects: 0, bytes: 0, unreadable: 0, withUnknownFields: 0, forms: [] };
    this.#resources.set(name, made);
    return made;
  }

  done(): Tallied {
    return {
      keys: this.#keys,
      bytes: this.#bytes,
      resources: [...this.#resources.values()].sort((a, b) => (a.resource < b.resource ? -1 : 1)),
      ranges: this.#ranges,
      apiServers: [...this.#apiServers],
      kubeApiServers: [...this.#kubeApiServers],
      ownKeys: this.#ownKeys,
      notUnderstood: this.#findings,
      notUnderstoodCount: this.#findingCount,
      unknown: [...this.#unknown.values()],
    };
  }
}

export function countForm(forms: StoredForm[], form: Omit<StoredForm, 'objects'>): void {
  const known = forms.find(
    (each) =>
      each.apiVersion === form.apiVersion && each.mediaType === form.mediaType && each.encryption === form.encryption,
  );
  if (known === undefined) forms.push({ ...form, objects: 1 });
  else known.objects += 1;
}
