/** Jest's own runner: a fresh module registry for each test file. */
export const isolated = {
  rootDir: import.meta.dirname,
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
const code = '<rootDir>/(packages|services|infra)/**';

/** Which test files belong to a group; `npm test` names the groups to run in TEST_GROUPS. */
const GROUPS = {
  unit: [`${code}/!(*.int).spec.ts`, '<rootDir>/test/{docs,browser}/*.spec.ts'],
  integration: [`${code}/*.int.spec.ts`],
  stack: ['<rootDir>/test/stack/**/*.spec.ts'],
  journey: ['<rootDir>/test/journey/**/*.spec.ts'],
};
/** Plain Node: the test files of a worker share their modules, which load once instead of once per file. */
const SHARED_MODULES = ['jest-light-runner', { runtime: 'child_process' }];

const groups = (process.env.TEST_GROUPS ?? Object.keys(GROUPS).join()).split(',');

export default {
  testTimeout: 60_000,
  testSequencer: '<rootDir>/jest.longest-first.mjs',
  projects: [
    {
      displayName: 'node',
      rootDir: import.meta.dirname,
      runner: SHARED_MODULES,
      setupFilesAfterEnv: ['<rootDir>/infra/local/testing/test-setup.mjs'],
      testMatch: groups.flatMap((group) => GROUPS[group] ?? []),
      testPathIgnorePatterns: isolated.testPathIgnorePatterns,
      modulePathIgnorePatterns: isolated.modulePathIgnorePatterns,
    },
    {
      displayName: 'web',
      rootDir: import.meta.dirname,
      runner: SHARED_MODULES,
      testMatch: ['<rootDir>/web/src/**/*.spec.ts?(x)'],
      setupFilesAfterEnv: [
        '<rootDir>/infra/local/testing/browser-page.mjs',
        '<rootDir>/infra/local/testing/test-setup.mjs',
        '<rootDir>/web/src/testing/setup.ts',
      ],
    },
  ],
};
