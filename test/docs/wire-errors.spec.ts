import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FIELD_LABELS, fieldLabelOf } from '@clearwatch/contracts/field-labels';
import { bodyValidation } from '@clearwatch/service-kit/http/configure-http';
import { fieldErrors } from '@clearwatch/service-kit/http/validation-messages';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, type ValidationError, validate } from 'class-validator';

const ROOT = join(import.meta.dirname, '..', '..');

type WireClass = new () => object;

interface Description {
  components: { schemas: Record<string, object> };
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
}

/** Values that at least one field refuses. */
const WRONG: readonly [string, unknown][] = [
  ['left out', undefined],
  ['null', null],
  ['empty', ''],
  ['one space', ' '],
  ['too long', 'x'.repeat(100_001)],
  ['other words', 'no such word'],
  ['a number', 1.5],
  ['a negative number', -1],
  ['a huge number', 1e15],
  ['yes', true],
  ['an object', { a: 1 }],
  ['an empty list', []],
  ['a list of numbers', [1.5, 1.5]],
  ['a list of long texts', ['x'.repeat(100_001)]],
  ['a list of lists', [[]]],
  ['a long list', Array.from({ length: 10_001 }, () => 'x')],
];

/** Fields whose label is their name in words: `accountNumber` is "Account number". */
const FIELDS_LABELED_BY_NAME: ReadonlySet<string> = new Set(
  `accountNumber action activityType addenda amount assignee batch category cells checkTracerNumber column
  columns company currentPassword customPrompt dateRange decision entryDescription filters firstName
  hiddenColumns lastName limit member name note operator outcome page pageSize password reason reference
  reportType reviewed riskLevel role row rows screen search sensitivity sort state systemUpdates
  transactionCode transactionType username visibility weeklyReports`.split(/\s+/),
);

const hasReviewedLabel = (field: string): boolean =>
  Object.hasOwn(FIELD_LABELS, field) || FIELDS_LABELED_BY_NAME.has(field);

/** Texts from spec.md section 5, which end without a period. */
const OF_THE_SPECIFICATION = [
  'Username is required',
  'Password is required',
  'Current password is required',
  'Password must be at least 8 characters',
  'Code must be 6 digits',
  'Please confirm the password',
];

const classes = new Map<string, WireClass>();
let wireClasses: string[] = [];

beforeAll(async () => {
  const inContracts = readdirSync(join(ROOT, 'packages/contracts/src'))
    .filter((name) => name.endsWith('.dto.ts'))
    .map((name) => `packages/contracts/src/${name}`);
  const inServices = globSync(['{packages,services}/*/src/**/*.ts'], { cwd: ROOT }).filter(
    (path) =>
      !/\.spec\.ts$|\/testing\//.test(path) &&
      /export class \w+(?:Query|EventsFilter)\b/.test(readFileSync(join(ROOT, path), 'utf8')),
  );
  for (const path of [...inContracts, ...inServices]) {
    const exported = (await import(pathToFileURL(join(ROOT, path)).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'function' && /^class\b/.test(String(value))) classes.set(name, value as WireClass);
  }
  const description = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as Description;
  const queries = [...classes.keys()].filter((name) => /(Query|EventsFilter)$/.test(name));
  wireClasses = [...bodyClassesOf(description), ...queries];
});

/** Every class in the request body of a call, including nested ones. */
function bodyClassesOf({ paths, components }: Description): string[] {
  const found = new Set<string>();
  const follow = (schema: object): void => {
    for (const [, name = ''] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/([^"/]+)/g)) {
      if (found.has(name)) continue;
      found.add(name);
      follow(components.schemas[name] ?? {});
    }
  };
  for (const { requestBody } of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const { schema } of Object.values(requestBody?.content ?? {})) follow(schema);
  return [...found];
}

function classOf(name: string): WireClass {
  const found = classes.get(name);
  if (found === undefined) throw new Error(`${name} is in the API description but is not exported`);
  return found;
}

function fieldsOf(wireClass: WireClass): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(wireClass, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

it('the check of error messages finds the request classes of the API', () => {
  expect(wireClasses).toEqual(
    expect.arrayContaining(['LoginRequest', 'CreateUserRequest', 'AmountFilter', 'ListAlertsQuery', 'PageQuery']),
  );
  expect(wireClasses.length).toBeGreaterThan(35);
});

it('every request field has a reviewed label', () => {
  const unnamed = wireClasses.flatMap((name) =>
    fieldsOf(classOf(name)).flatMap((field) => (hasReviewedLabel(field) ? [] : [`${name}.${field}`])),
  );
  expect(unnamed).toEqual([]);
});

it('every invalid value in a request is refused with one sentence about its field', async () => {
  const unfit: string[] = [];
  let sentences = 0;
  for (const name of wireClasses) {
    const wireClass = classOf(name);
    for (const field of fieldsOf(wireClass)) {
      for (const [words, value] of WRONG) {
        const errors = await validate(plainToInstance(wireClass, { [field]: value }), { whitelist: true });
        const about = fieldErrors(errors).filter((problem) => problem.field.split('.')[0] === field);
        for (const { sentence, field: path } of about) {
          sentences += 1;
          if (!isPlain(sentence, path)) unfit.push(`${name}.${field}, ${words}: ${sentence}`);
        }
        const refused = errors
          .filter(({ property }) => property === field)
          .reduce((sum, error) => sum + invalidFieldsOf(error), 0);
        if (about.length !== refused) unfit.push(`${name}.${field}, ${words}: ${about.length} sentences`);
      }
    }
  }
  expect(unfit).toEqual([]);
  expect(sentences).toBeGreaterThan(500);
});

/** An object has one sentence for each of its invalid fields; a list, one for all of its entries. */
function invalidFieldsOf({ constraints, children = [] }: ValidationError): number {
  const isObject = constraints === undefined && children.every(({ property }) => !/^\d+$/.test(property));
  return isObject ? children.reduce((sum, child) => sum + invalidFieldsOf(child), 0) : 1;
}

/** Whether the text is one sentence that begins with the field's label and names no property or data type. */
function isPlain(sentence: string, path: string): boolean {
  if (OF_THE_SPECIFICATION.includes(sentence)) return true;
  const named = path.split('.').filter((part) => !/^\d+$/.test(part));
  const field = named.at(-1) ?? '';
  const label = hasReviewedLabel(field) ? fieldLabelOf(field) : path;
  const isAboutIt = [label, `Each entry in ${label}`].some((start) =>
    sentence.replace(/^([^:]+ \d+: )+/, '').startsWith(start),
  );
  const isOneSentence = /^[A-Z][^\n]*[^.]\.$/.test(sentence) && !/[.!?] [A-Z]/.test(sentence);
  const [beforeChoices = ''] = sentence.split(' must be one of ');
  const isJargon = /\b[a-z]+[A-Z]|\b(propert(y|ies)|string|integer|boolean|array|each value|undefined|null)\b/;
  return isAboutIt && isOneSentence && !isJargon.test(beforeChoices) && sentence.length < 600;
}

describe('a refused request', () => {
  const refusal = async (name: string, body: object): Promise<string> =>
    bodyValidation()
      .transform(body, { type: 'body', metatype: classOf(name) })
      .then(
        () => 'accepted',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );

  it.each([
    ['LoginRequest', {}, 'Username is required. Password is required.'],
    ['LoginRequest', { username: 'ana', password: '' }, 'Password is required'],
    ['LoginRequest', { username: 'x'.repeat(201), password: 'p' }, 'Username must be at most 200 characters.'],
    ['VerifyTwoFactorRequest', { twoFactorCode: '12345' }, 'Code must be 6 digits'],
    ['VerifyTwoFactorRequest', {}, 'Code must be 6 digits'],
    ['VerifyTwoFactorRequest', { twoFactorCode: 123_456 }, 'Code must be 6 digits'],
    ['ResetPasswordRequest', { newPassword: 'short' }, 'Password must be at least 8 characters'],
    [
      'CreateUserRequest',
      { username: 5, password: 'long enough', role: 'Boss' },
      'Username must be text. Please confirm the password. Role must be one of User, Admin.',
    ],
    ['UpdateUserRequest', { isActive: 'no', admin: true }, 'Unknown field "admin". Active must be true or false.'],
    ['TransactionFilters', { company: 'ACME' }, 'Company must be a list of text values.'],
    ['TransactionFilters', { amount: { operator: 'eq', value: true } }, 'Amount must be text.'],
    [
      'DecideRowsRequest',
      { decision: 'accept', rows: [{ row: 1 }, { row: 'x' }, { row: 'y' }] },
      'Rows 2: Row must be a whole number.',
    ],
    [
      'BulkReviewRequest',
      { ids: [0], outcome: 'explained' },
      'Each entry in Alerts must be a whole number of at least 1.',
    ],
    ['ListTransactionsQuery', { limit: '501' }, 'Limit must be a whole number from 1 to 500.'],
    ['ListTransactionsQuery', { pageSize: 'x' }, 'Page size must be a whole number from 1 to 500.'],
  ])('the error message for %s %j says what is wrong in plain words', async (name, body, expected) => {
    const text = await refusal(name, body);
    expect(text).toBe(expected);
  });
});

// cspell:ignore propert
