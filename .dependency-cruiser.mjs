/**
 * What may import what (ARCHITECTURE, "Packages"). Tests may use the database helpers of infra/postgres; production
 * code may not.
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
      name: 'contracts-import-no-workspace',
      comment: 'Wire shapes and vocabulary: class-validator and class-transformer only.',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: SPEC },
      to: {
        pathNot: ['^packages/contracts/src', 'node_modules/(class-validator|class-transformer|reflect-metadata)'],
      },
    },
    {
      name: 'domain-is-pure',
      comment: 'Business rules: contracts and hashing only. No I/O, no framework.',
      severity: 'error',
      from: { path: '^packages/domain/src', pathNot: SPEC },
      to: { pathNot: ['^packages/domain/src', '^packages/contracts/', '^(node:)?crypto$'] },
    },
    {
      name: 'service-kit-imports-no-business-code',
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
      name: 'services-import-no-infra-and-no-web',
      severity: 'error',
      from: { path: '^services/', pathNot: SPEC },
      to: { path: '^(infra|web|test)/' },
    },
    {
      name: 'web-imports-contracts-and-domain-only',
      severity: 'error',
      from: { path: '^web/src', pathNot: SPEC },
      to: { path: '^(services|infra|test|packages/service-kit)/' },
    },
    {
      name: 'browser-without-class-validator',
      comment:
        'Wire classes pull in class-validator, so the web imports only their types. Limits, vocabularies and headers that both sides use are in files without decorators.',
      severity: 'error',
      from: { path: '^web/src', pathNot: SPEC },
      to: { path: '^packages/contracts/(src|dist)/[^/]+\\.dto\\.', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-features-do-not-import-one-another',
      comment:
        'A feature is deleted by deleting its folder. What two features share belongs in components, api or lib.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/', pathNot: SPEC },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-lib-imports-nothing-above',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: SPEC },
      to: { path: '^web/src/(api|components|features|app)/' },
    },
    {
      name: 'web-api-imports-nothing-above',
      severity: 'error',
      from: { path: '^web/src/api/', pathNot: SPEC },
      to: { path: '^web/src/(components|features|app)/' },
    },
    {
      name: 'web-components-imports-nothing-above',
      severity: 'error',
      from: { path: '^web/src/components/', pathNot: SPEC },
      to: { path: '^web/src/(features|app)/' },
    },
    {
      name: 'web-features-imports-nothing-above',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: SPEC },
      to: { path: '^web/src/(app)/' },
    },
    {
      name: 'bullmq-stays-in-the-service-kit',
      comment: 'Services use queues through the service kit.',
      severity: 'error',
      from: { path: '^services/', pathNot: SPEC },
      to: { path: 'node_modules/(bullmq|ioredis)/' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'These paths in class-transformer and pdfmake contain only types, so they do not resolve.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(class-transformer/types|pdfmake/interfaces)' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', 'dist'] },
    tsPreCompilationDeps: true,
    // TypeScript 7 has no parsing API. The tool warns that it may miss sources; with this parser it misses none.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
};
