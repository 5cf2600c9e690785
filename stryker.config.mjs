import { isolated } from './jest.config.mjs';

/** `npm run mutate -- --mutate packages/domain/src/money/cents.ts` lists small changes that no unit test notices. */
export default {
  mutate: ['packages/domain/src/**/*.ts', '!**/*.spec.ts', '!**/testing/**'],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  // The root is the copy that Stryker works in. Only the packages/domain tests run.
  jest: { config: { ...isolated, rootDir: '.', testMatch: ['<rootDir>/packages/domain/**/*.spec.ts'] } },
  coverageAnalysis: 'perTest',
  // Both steps rewrite sources and settings through an API that TypeScript 7 does not have.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  ignorePatterns: ['**/dist', 'docs/images'],
  dryRunTimeoutMinutes: 30,
  reporters: ['clear-text', 'progress'],
  clearTextReporter: { reportTests: false },
};
