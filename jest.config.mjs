import { mappedToBundle } from './infra/local/src/libraries/library-bundle.ts';

/** One run, several kinds of test; `infra/local` starts what each kind needs. */
const common = {
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
const onServer = {
  ...common,
  moduleNameMapper: { ...common.moduleNameMapper, ...mappedToBundle('services') },
};

const code = '<rootDir>/(packages|services|infra)/**/*';

export default {
  // Limits are for what hangs, not for what a busy machine does slowly.
  testTimeout: 60_000,
  testSequencer: '<rootDir>/jest.longest-first.mjs',
  projects: [
    {
      ...onServer,
      displayName: 'unit',
      testMatch: [`${code}.spec.ts`, '<rootDir>/test/{docs,browser}/*.spec.ts'],
      testPathIgnorePatterns: [...common.testPathIgnorePatterns, '\\.int\\.spec\\.ts$'],
    },
    {
      ...onServer,
      displayName: 'integration',
      testMatch: [`${code}.int.spec.ts`],
    },
    {
      ...common,
      displayName: 'web',
      testEnvironment: 'jsdom',
      testMatch: ['<rootDir>/web/src/**/*.spec.ts?(x)'],
      setupFilesAfterEnv: ['<rootDir>/web/src/testing/setup.ts'],
      moduleNameMapper: {
        ...common.moduleNameMapper,
        ...mappedToBundle('screens'),
        '\\.css$': '<rootDir>/web/src/testing/empty-style.ts',
      },
    },
    { ...onServer, displayName: 'stack', testMatch: ['<rootDir>/test/stack/**/*.spec.ts'] },
    { ...onServer, displayName: 'journey', testMatch: ['<rootDir>/test/journey/**/*.spec.ts'] },
  ],
};
