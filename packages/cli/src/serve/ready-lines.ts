/** The lines that a server prints once it serves. */
import type { Terminal } from '../terminal.ts';

export interface ReadyAt {
  readonly url: string;
  readonly kubeconfigPath: string;
}

export function printReady({ url, kubeconfigPath }: ReadyAt, terminal: Pick<Terminal, 'writeOut'>): void {
  terminal.writeOut(`Keelson serves on ${url}\n  kubectl --kubeconfig ${kubeconfigPath} get namespaces\n`);
}
