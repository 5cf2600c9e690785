import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from './project-root.ts';
import { dependencyPage } from './supply/dependency-page.ts';
import { licencePage, packagesOfProject } from './supply/licence-page.ts';

/** `npm run licences`: writes the pages of licences and dependencies anew, after a dependency has come, gone or changed. */
const packages = packagesOfProject();
writeFileSync(join(PROJECT_ROOT, 'docs', 'licences.md'), licencePage(packages));
console.log(`docs/licences.md: ${packages.length} packages`);
writeFileSync(join(PROJECT_ROOT, 'docs', 'dependencies.md'), dependencyPage());
