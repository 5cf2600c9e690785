/** Settings for Jest's own runner, which Stryker extends to measure the coverage of each test. */
const isolated = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^@clearwatch/(contracts|domain|service-kit)/(.*)$': '<rootDir>/packages/$1/src/$2.ts',
    '^@clearwatch/(gateway|auth|ingest|analytics|reports)/(.*)$': '<rootDir>/services/$1/src/$2.ts',
    '^@clearwatch/sample-data/(.*)$': '<rootDir>/infra/sample-data/src/$1.ts',
    '^@clearwatch/bench/(.*)$': '<rootDir>/infra/bench/src/$1.ts',
    '^@clearwatch/rule-evaluation/(.*)$': '<rootDir>/infra/rule-evaluation/src/$1.ts',
    '^@clearwatch/infra-postgres/(.*)$': '<rootDir>/infra/postgres/src/$1.ts',
    '^@clearwatch/infra-local/(.*)$': '<rootDir>/infra/local/src/$1.ts',
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/'],
};
/** `npm run mutate -- --mutate packages/domain/src/money/cents.ts` lists small changes that no unit test detects. */
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
