import { expect, test } from '@jest/globals';

import { serveFlags } from './flags.ts';
import { parseFlags } from './parse-flags.ts';
import { signingOf } from './signing-flags.ts';

const read = (...args: string[]) => signingOf(parseFlags(serveFlags, args));
const filesOf = (flag: string) => ({
  chain: { flag: `${flag}-cert-file`, path: 'a.crt' },
  privateKey: { flag: `${flag}-key-file`, path: 'a.key' },
});
const pair = (flag: string) => [`--${flag}-cert-file=a.crt`, `--${flag}-key-file=a.key`];

test('one authority signs for all signers, or each has its own', () => {
  const seconds = 365 * 24 * 3_600;
  expect(read()).toEqual({ maxSeconds: seconds });
  const all = 'cluster-signing';
  expect(read(...pair(all))).toEqual({ authority: filesOf(all), maxSeconds: seconds });
  const ones = ['kube-apiserver-client', 'kubelet-client', 'kubelet-serving', 'legacy-unknown'];
  const { signers = new Map() } = read(...ones.flatMap((one) => pair(`${all}-${one}`)));
  const names = ['kube-apiserver-client', 'kube-apiserver-client-kubelet', 'kubelet-serving', 'legacy-unknown'];
  const expected = names.map((name, at) => [`kubernetes.io/${name}`, filesOf(`${all}-${ones[at] ?? ''}`)] as const);
  expect(signers).toEqual(new Map(expected));
});

test('a signer has both of its files, and not beside those of all signers', () => {
  expect(() => read('--cluster-signing-kubelet-serving-cert-file=a')).toThrow(
    '--cluster-signing-kubelet-serving-cert-file needs --cluster-signing-kubelet-serving-key-file beside it',
  );
  expect(() => read(...pair('cluster-signing'), ...pair('cluster-signing-legacy-unknown'))).toThrow(
    'cannot specify --cluster-signing-{cert,key}-file and other --cluster-signing-*-file flags at the same time',
  );
});
