import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dependencyPage } from '../licenses/dependency-page.ts';
import { licensePage, packagesOfProject } from '../licenses/license-page.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/** `npm run licenses`: writes the pages of licences and dependencies anew, after a dependency has come, gone or changed. */
const packages = packagesOfProject();
writeFileSync(join(PROJECT_ROOT, 'docs', 'licences.md'), licensePage(packages));
console.log(`docs/licences.md: ${packages.length} packages`);
writeFileSync(join(PROJECT_ROOT, 'docs', 'dependencies.md'), dependencyPage());
