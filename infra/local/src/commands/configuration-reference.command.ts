import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/** `npm run configuration-reference`: writes the page of settings anew, after one has come, gone or changed. */
try {
  await build({ web: false });
  // Not before the build: it imports what it makes.
  const { configurationPage } = await import('../configuration-reference.ts');
  writeFileSync(join(PROJECT_ROOT, 'docs', 'configuration.md'), configurationPage());
  console.log('docs/configuration.md is written.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
