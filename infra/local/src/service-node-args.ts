import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFolder, contentsIn } from './libraries/library-bundle.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** Set by the test command for its test files: reading all sources to find the bundle takes half a second. */
export const BUNDLE_IN_TESTS = 'TEST_SERVICE_LIBRARIES';

let bundleContents: string | undefined;

/**
 * What Node does before a service's own program: traces that name our sources, and libraries out of a few files where the
 * build has put them there. Reading the 2,600 they are installed as takes a service two thirds of its start.
 */
export function serviceNodeArgs(): string[] {
  const args = ['--import', addressOf('own-source-maps.mjs')];
  bundleContents ??= process.env[BUNDLE_IN_TESTS] ?? contentsIn(bundleFolder('services'));
  if (!existsSync(bundleContents)) return args;
  const bundle = encodeURIComponent(pathToFileURL(bundleContents).href);
  return [...args, '--import', `${addressOf('bundled-libraries.mjs')}?${bundle}`];
}

const addressOf = (program: string): string =>
  pathToFileURL(join(PROJECT_ROOT, 'infra', 'local', program)).href;
