/**
 * The entry point of a worker thread where the server is not bundled. A bundle has its own, of the
 * same name, beside it.
 */
import { serveParent } from './serve-parent.ts';

serveParent();
