import { readFileSync } from 'node:fs';

/** All workspaces are released together: the kit's version is that of the program. */
export const SOFTWARE_VERSION: string = versionIn(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

function versionIn(manifest: string): string {
  const { version } = JSON.parse(manifest) as { version?: unknown };
  return typeof version === 'string' ? version : 'unknown';
}
