import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };

/** All workspaces share one version. */
export const SOFTWARE_VERSION = manifest.version;
