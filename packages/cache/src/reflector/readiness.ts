/** Readiness of the watch cache, and the promises that wait for it. The caller defines what ready means. */

export interface Readiness {
  isReady(): boolean;
  /** Resolves when it is ready for the first time. */
  whenReady(): Promise<void>;
  /** Looks again: it may have become ready. Being ready lasts until it is lost. */
  check(): void;
  lose(): void;
}

export function createReadiness(isReadyNow: () => boolean): Readiness {
  let isReady = false;
  let tell = (): void => undefined;
  const firstTime = new Promise<void>((resolve) => (tell = resolve));
  return {
    isReady: () => isReady,
    whenReady: () => firstTime,
    check: () => {
      if (isReady || !isReadyNow()) return;
      isReady = true;
      tell();
    },
    lose: () => {
      isReady = false;
    },
  };
}
