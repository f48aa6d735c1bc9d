/** Whose rules of compatibility, deprecation and default this server follows. */
import type { Release } from '@keelson/schema';

export const release: Release = '1.24';
