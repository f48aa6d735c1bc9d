/** Constants and messages of the process that is called and of the one that starts it. */
export const groupVersion = 'remote.bench.example.com/v1';

/** Answers how many reviews were asked for so far. */
export const reviewsPath = '/reviews';

/** 1 KB, as the ConfigMaps that are measured. */
export const remoteObject = {
  apiVersion: groupVersion,
  kind: 'Gadget',
  metadata: { name: 'gadget', namespace: 'default', uid: '6a1c6f0e-6a55-4f43-8c5e-3c0c6a5b2d10', resourceVersion: '1' },
  data: { filler: 'x'.repeat(760) },
};

export interface RemoteStart {
  readonly certificate: string;
  readonly privateKey: string;
  /** Protocols that it agrees to speak. */
  readonly protocols: 'both' | 'http/1.1';
}

export interface RemoteReady {
  readonly port: number;
}
