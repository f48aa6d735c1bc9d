/** Makes and changes definitions on a server, and waits until they are served. */
import { expect } from '@jest/globals';

import { eventually } from '../eventually.ts';
import type { Answer, Started } from '../serve.ts';
import type { definition } from './definition.ts';

type Definition = ReturnType<typeof definition>;

export const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const merge = { 'Content-Type': 'application/merge-patch+json' };

export async function define(server: Started, made: Definition): Promise<void> {
  expect(await server.ask(definitionsPath, { method: 'POST', body: made })).toMatchObject({ status: 201 });
  await eventually(async () => {
    const { body } = await server.ask(`${definitionsPath}/${made.metadata.name}`);
    const { status } = JSON.parse(body) as { status: { conditions: readonly { type: string; status: string }[] } };
    expect(status.conditions).toContainEqual(expect.objectContaining({ type: 'Established', status: 'True' }));
  });
}

/** A change of an established definition is served as soon as it is answered. */
export function redefine(server: Started, { metadata, spec }: Definition): Promise<Answer> {
  return mergePatch(server, `${definitionsPath}/${metadata.name}`, { spec });
}

export function mergePatch(server: Started, path: string, body: object): Promise<Answer> {
  return server.ask(path, { method: 'PATCH', headers: merge, body });
}
