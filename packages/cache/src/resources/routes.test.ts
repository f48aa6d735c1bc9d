import { describe, expect, it } from '@jest/globals';

import { createResource } from './resource.ts';
import { createRoutes } from './routes.ts';

const at = (folder: string) => createResource({ name: folder, folder, isNamespaced: true });

describe('routes', () => {
  it('find the resource by its folder, however deep that is', () => {
    const routes = createRoutes('/registry/');
    const [pods, services, widgets] = [
      at('/registry/pods/'),
      at('/registry/services/specs/'),
      at('/registry/a.example.com/widgets/'),
    ];
    for (const resource of [pods, services, widgets]) routes.addOrThrow(resource);
    expect(routes.find('/registry/pods/a/x')).toBe(pods);
    expect(routes.find('/registry/services/specs/a/x')).toBe(services);
    expect(routes.find('/registry/a.example.com/widgets/x')).toBe(widgets);
    for (const key of [
      '/registry/podtemplates/a',
      '/registry/services/x',
      '/registry/pods',
      '/registry/',
      '/registry/a/b/c/d',
    ]) {
      expect(routes.find(key)).toBeUndefined();
    }
    routes.delete(pods);
    expect(routes.find('/registry/pods/a/x')).toBeUndefined();
  });
});
