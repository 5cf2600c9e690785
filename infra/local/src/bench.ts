import { join } from 'node:path';
import { build } from './build.ts';
import { runChildProgram } from './child-program.ts';
import { bundleLibraries } from './libraries/bundle-libraries.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** `npm run bench [-- --large]`: builds what is measured, then measures it. */
const program = process.argv.includes('--large') ? 'run-large.js' : 'run.js';
await build({ web: true });
bundleLibraries('services');
const code = await runChildProgram([join(PROJECT_ROOT, 'infra', 'bench', 'dist', program)], {
  cwd: PROJECT_ROOT,
});
process.exit(code ?? 1);
