/** A server for tests, of this project and of others. */
export type { EtcdStore } from './server/etcd-flags.ts';
export type { ClientSettings, KubeConfigOptions } from './server/client-settings.ts';
export { startKeelson } from './server/start-keelson.ts';
export type { Keelson, KeelsonOptions, KeelsonRequest, TestUser } from './server/start-keelson.ts';
export { openTestClient } from './client/test-client.ts';
export type { TestClient, TestClientOptions, TestRequest, TestResponse } from './client/test-client.ts';
