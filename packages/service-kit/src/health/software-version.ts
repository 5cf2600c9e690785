import { readFileSync } from 'node:fs';

/** All workspaces share one version. */
export const SOFTWARE_VERSION: string = versionIn(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

function versionIn(manifest: string): string {
  const { version } = JSON.parse(manifest) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
}
