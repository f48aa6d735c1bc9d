/** Another build of the program, which differs from the one under test in what a release may change. */
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const bundle = join('packages', 'cli', 'bundle');

export interface Change {
  readonly from: string;
  readonly to: string;
}

/** Makes it in this folder. Returns its program. Rejects if there is nothing to change. */
export async function makeOtherBuild(folder: string, changes: readonly Change[]): Promise<string> {
  await mkdir(join(folder, bundle), { recursive: true });
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  await cp(join(root, 'packages', 'cli', 'package.json'), join(folder, 'packages', 'cli', 'package.json'));
  // Without the code that the engine has kept of the other one.
  for (const name of ['package.json', 'start.cjs', 'worker', 'keelson.cjs.lines']) {
    await cp(join(root, bundle, name), join(folder, bundle, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  let text = await readFile(join(root, bundle, 'keelson.cjs'), 'utf8');
  for (const { from, to } of changes) {
    if (!text.includes(from)) throw new Error(`the program does not say ${from}`);
    text = text.replaceAll(from, to);
  }
  await writeFile(join(folder, bundle, 'keelson.cjs'), text);
  return join(folder, 'bin', 'keelson');
}
