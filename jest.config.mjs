const code = '<rootDir>/(packages|services|infra)/**';

/** The test files in each group. `npm test` sets TEST_GROUPS to the groups to run. */
const GROUPS = {
  unit: [`${code}/!(*.int).spec.ts`, '<rootDir>/test/{docs,browser}/*.spec.ts'],
  integration: [`${code}/*.int.spec.ts`],
  stack: ['<rootDir>/test/stack/**/*.spec.ts'],
  journey: ['<rootDir>/test/journey/**/*.spec.ts'],
};
/** Plain Node: the test files in a worker share their modules, which load once instead of once per file. */
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
      testPathIgnorePatterns: ['/node_modules/', '/dist/'],
      modulePathIgnorePatterns: ['/dist/'],
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
