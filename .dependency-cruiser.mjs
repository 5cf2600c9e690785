/**
 * The fences between packages, services and features (ARCHITECTURE, "Packages"). Tests may reach for the database
 * harness of infra/postgres; production code may not.
 */
const SPEC = '\\.spec\\.tsx?$|/testing/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-know-nobody',
      comment: 'Wire shapes and vocabulary: class-validator and class-transformer only.',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: SPEC },
      to: {
        pathNot: [
          '^packages/contracts/src',
          'node_modules/(class-validator|class-transformer|reflect-metadata)',
        ],
      },
    },
    {
      name: 'domain-is-pure',
      comment: 'The rules of the credit union: contracts and hashing only. No I/O, no framework.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: SPEC },
      to: { pathNot: ['^packages/domain/src', '^packages/contracts/', '^(node:)?crypto$'] },
    },
    {
      name: 'kit-knows-no-business',
      severity: 'error',
      from: { path: '^packages/service-kit/src', pathNot: SPEC },
      to: { path: '^(packages/domain|services|web|infra|test)/' },
    },
    {
      name: 'no-service-imports-another',
      severity: 'error',
      from: { path: '^services/([^/]+)/src', pathNot: SPEC },
      to: { path: '^services/', pathNot: ['^services/$1/src', 'node_modules'] },
    },
    {
      name: 'services-know-no-infra-and-no-web',
      severity: 'error',
      from: { path: '^services/', pathNot: SPEC },
      to: { path: '^(infra|web|test)/' },
    },
    {
      name: 'web-knows-contracts-and-domain',
      severity: 'error',
      from: { path: '^web/src', pathNot: SPEC },
      to: { path: '^(services|infra|test|packages/service-kit)/' },
    },
    {
      name: 'browser-without-class-validator',
      comment:
        'Wire shapes bring class-validator with them: the web takes their types. What both sides say (limits, lists of words, headers) has a file without decorators.',
      severity: 'error',
      from: { path: '^web/src', pathNot: SPEC },
      to: { path: '^packages/contracts/(src|dist)/[^/]+\\.dto\\.', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-of-the-web-stand-alone',
      comment:
        'A feature is deleted by deleting its folder: others may not reach into it. What two share moves out.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: SPEC },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'bullmq-stays-in-the-kit',
      comment: 'Queues are reached through the kit; only it knows which library carries them.',
      severity: 'error',
      from: { path: '^services/', pathNot: SPEC },
      to: { path: 'node_modules/(bullmq|ioredis)/' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The storage of class-transformer and the shapes of pdfmake are types without a program.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(class-transformer/types|pdfmake/interfaces)' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no API to parse with. The tool warns that sources may be missed; with this parser none are.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
