import type { Block, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { previousPeriod } from '@clearwatch/domain/calendar/period';
import { formatDollars, parseCents } from '@clearwatch/domain/money/cents';
import { malformedSentences, unverifiedStatements } from '@clearwatch/domain/report-writing/testing/compose-report';
import {
  AS_OF,
  FIRST_DAY,
  type QuestionEntry,
  type QuestionLedger,
  questionEntries,
  startQuestionLedger,
} from '../testing/rolled-up-ledger-fixtures.ts';
import { EXPECTED_QUESTIONS, FURTHER_QUESTIONS, HANDED_QUESTIONS } from '../testing/staff-questions.ts';
import { REPORT_DEFINITIONS } from './report-registry.ts';

let scope: QuestionLedger;
beforeAll(async () => {
  scope = await startQuestionLedger();
});
afterAll(() => scope.stop());

const USUAL = { firstDay: '2026-10-20', lastDay: AS_OF };

function write(prompt: string, period = USUAL) {
  return REPORT_DEFINITIONS.custom.write(scope.ledger, {
    period,
    previous: previousPeriod(period),
    asOf: AS_OF,
    firstDay: FIRST_DAY,
    prompt,
  });
}

const textOf = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');
const blocksOf = ({ sections }: ReportDocument) => sections.flatMap(({ blocks }) => blocks);
const paragraphs = (document: ReportDocument) =>
  blocksOf(document).flatMap((block) => (block.kind === 'paragraph' ? [textOf(block.spans)] : []));
const readings = (document: ReportDocument) =>
  paragraphs(document).flatMap((text) => /^Interpreted as: (?<reading>.*)\.$/.exec(text)?.groups?.['reading'] ?? []);

describe('custom questions', () => {
  test.each([...EXPECTED_QUESTIONS, ...HANDED_QUESTIONS, ...FURTHER_QUESTIONS])(
    'a custom report interprets the question: $question',
    async ({ question, readAs, headline }) => {
      const composed = await write(question);
      expect(readings(composed.document)).toEqual(readAs);
      expect(textOf(composed.document.headline)).toBe(headline);
      expect(unverifiedStatements(composed)).toEqual([]);
      expect(malformedSentences(composed)).toEqual([]);
    },
  );

  test('a custom report begins with a name that the ledger does not have and does not answer the question', async () => {
    const { document } = await write('How much did Peter Quimby receive, and what is the forecast?');
    expect(textOf(document.headline)).toMatch(/^The ledger has no member, company or account named “Peter Quimby”/);
    expect(document.sections.map(({ title }) => title)).toEqual(['What you can ask', 'Method and limits']);
    expect(blocksOf(document).some((block) => block.kind === 'table' && block.caption !== 'Examples')).toBe(false);
  });

  test('each question in the prompt of a custom report has its own heading', async () => {
    const { document } = await write(
      'Who are our largest depositors? How many debits were there in May? What is the weather?',
    );
    expect(document.sections.map(({ title }) => title)).toEqual([
      'Credits by member',
      'Number of debits',
      'Not answered',
      'What you can ask',
      'Method and limits',
    ]);
    expect(paragraphs(document)).toContain('Question: “How many debits were there in May?”');
  });

  test('parts of a custom question without a period use the period from its first part', async () => {
    const { document } = await write('How much did members receive in May, and how many debits were there?');
    expect(readings(document)).toEqual([
      'credits, from May 1, 2026 to May 31, 2026',
      'number of debits, from May 1, 2026 to May 31, 2026',
    ]);
  });

  test('a custom question that does not name a period uses the period from the form', async () => {
    const may = { firstDay: '2026-05-01', lastDay: '2026-05-31' };
    const { document } = await write('Who are our largest depositors?', may);
    expect(readings(document)).toEqual([
      'members by credits, highest first, at most 10, from May 1, 2026 to May 31, 2026',
    ]);
  });

  test('a custom question finds members by the last digits of an account, in lowercase and last name first', async () => {
    for (const who of ['account ***0001', 'ruth miller', '"Miller, Ruth"', 'account 1000000001'])
      expect(readings((await write(`Total credits of ${who} in 2026`)).document)).toEqual([
        'credits for Ruth Miller (***0001), from Jan 1, 2026 to Nov 18, 2026',
      ]);
  });

  test.each(['state', 'total', 'first', 'list', 'show', 'capital', 'city'])(
    'a custom question does not match the word %s to a company whose name begins with it',
    async (word) => {
      const { document } = await write(`How much credits did members receive? ${word} the amounts`);
      expect(JSON.stringify(document)).not.toMatch(/STATE FARM|TOTAL GYM|STATE TREASURY|CITY POWER/);
    },
  );

  test('a custom question cannot inject SQL', async () => {
    const { document } = await write(`How much did "'; DROP TABLE x; --" and ".*" receive?`);
    expect(textOf(document.headline)).toMatch(/^The ledger has no member, company or account/);
  });
});

/** The cells of the first table, each recounted from the entries. */
describe('custom figures', () => {
  const MONEY = questionEntries().filter(({ kind }) => kind === 'money');
  const between = (first: string, last: string) => (entry: QuestionEntry) => entry.day >= first && entry.day <= last;
  const sum = (entries: readonly QuestionEntry[]) =>
    entries.reduce((cents, { amount }) => cents + parseCents(amount), 0);
  const ofType = (type: QuestionEntry['type'], entries: readonly QuestionEntry[] = MONEY) =>
    entries.filter((entry) => entry.type === type);
  const dollars = (entries: readonly QuestionEntry[]) => formatDollars(sum(entries));
  const byName = (entries: readonly QuestionEntry[], name: (entry: QuestionEntry) => string) =>
    [...Map.groupBy(entries, name)]
      .toSorted(([one, left], [other, right]) => sum(right) - sum(left) || (one < other ? -1 : 1))
      .map(([key, own]) => [key, dollars(own), String(own.length)]);
  const holder = ({ firstName, lastName, account }: QuestionEntry) =>
    `${firstName} ${lastName}|***${account.slice(-4)}`;
  const cells = (document: ReportDocument, columns: number) => {
    const table = blocksOf(document).find(
      (block): block is Extract<Block, { kind: 'table' }> => block.kind === 'table',
    );
    return (table?.rows ?? []).map((row) => row.slice(0, columns).map(({ text }) => text));
  };

  test('custom report figures for companies match the entries by credits and by debits', async () => {
    const year = MONEY.filter(between('2026-01-01', AS_OF));
    const credits = await write('Which companies received most of the credits this year? State the totals.');
    expect(cells(credits.document, 3)).toEqual(byName(ofType('Credit', year), ({ company }) => company));
    const debits = await write('Which companies collected the most this year?');
    expect(cells(debits.document, 3)).toEqual(byName(ofType('Debit', year), ({ company }) => company));
  });

  test('custom report figures for members match the entries, including with a single company', async () => {
    const year = MONEY.filter(between('2026-01-01', AS_OF));
    const expected = (entries: readonly QuestionEntry[]) =>
      byName(entries, holder).map(([name = '', ...figures]) => [...name.split('|'), ...figures]);
    const depositors = await write('Who are our largest depositors this year?');
    expect(cells(depositors.document, 4)).toEqual(expected(ofType('Credit', year)));
    const venmo = await write('Top members by debits of VENMO this year');
    expect(cells(venmo.document, 4)).toEqual(
      expected(ofType('Debit', year).filter(({ company }) => company === 'VENMO')),
    );
  });

  test('custom report figures for months, SEC codes and entries above an amount match the entries', async () => {
    const year = MONEY.filter(between('2026-01-01', AS_OF));
    const months = await write('Debits by month this year');
    expect(cells(months.document, 3).map(([, ...figures]) => figures)).toEqual(
      [...Map.groupBy(ofType('Debit', year), ({ day }) => day.slice(0, 7))]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([, own]) => [dollars(own), String(own.length)]),
    );
    const classes = await write('Which SEC classes had debits this year? Debits by class this year');
    const counted = byName(ofType('Debit', year), (entry) => entry.class ?? '');
    const byKey = ([one = '']: string[], [other = '']: string[]) => (one < other ? -1 : 1);
    expect(cells(classes.document, 3).toSorted(byKey)).toEqual(counted.toSorted(byKey));
    const large = year.filter(({ amount }) => parseCents(amount) > 180_050);
    const above = await write('How many entries over $1,800.50 were posted this year?');
    expect(textOf(above.document.headline)).toMatch(new RegExp(`^${large.length} entries of more than \\$1,800.50`));
    const atLeast = await write('How many entries of at least $1,800.50 were posted this year?');
    const reached = year.filter(({ amount }) => parseCents(amount) >= 180_050);
    expect(textOf(atLeast.document.headline)).toMatch(new RegExp(`^${reached.length} entries of at least`));
    expect(reached.length).toBeGreaterThan(large.length);
  });

  test('custom report figures for comparisons, shares, averages and days match the entries', async () => {
    const october = MONEY.filter(between('2026-10-01', '2026-10-31'));
    const september = MONEY.filter(between('2026-09-01', '2026-09-30'));
    const compared = await write('Debits in October compared with September');
    expect(cells(compared.document, 3)).toEqual([
      ['Debits', dollars(ofType('Debit', october)), dollars(ofType('Debit', september))],
      ['Number of debits', String(ofType('Debit', october).length), String(ofType('Debit', september).length)],
    ]);
    const web = ofType('Debit', october).filter((entry) => entry.class === 'WEB');
    const share = await write('What share of debits in October is WEB?');
    expect(textOf(share.document.headline)).toContain(`${dollars(web)} of ${dollars(ofType('Debit', october))}`);
    const average = await write('Average debit in October');
    const mean = Math.round(sum(ofType('Debit', october)) / ofType('Debit', october).length);
    expect(textOf(average.document.headline)).toContain(formatDollars(mean));
    const busiest = Math.max(
      ...[...Map.groupBy(MONEY.filter(between('2026-01-01', AS_OF)), ({ day }) => day).values()].map(
        (own) => own.length,
      ),
    );
    expect(textOf((await write('What was the busiest day this year?')).document.headline)).toContain(
      `with ${busiest} entries`,
    );
    const members = new Set(ofType('Credit', october).map(({ account }) => account)).size;
    expect(textOf((await write('How many members received credits in October?')).document.headline)).toContain(
      `${members} members had credits`,
    );
  });

  test('custom report figures for returned debits match the entries, including those that credit the account', async () => {
    const returned = questionEntries().filter(({ kind }) => kind === 'return');
    expect(returned.map(({ type, code }) => [type, code])).toContainEqual(['Credit', '26']);
    const byCompany = await write('Returned debits by company this year');
    // Rows with equal counts are sorted by name.
    expect(cells(byCompany.document, 2)).toEqual([
      ['CITY POWER', '1'],
      ['VENMO', '1'],
    ]);
    expect(returned).toHaveLength(2);
  });

  test('custom report figures for the causes of a change match the entries of each company', async () => {
    const { document } = await write('Why did debits rise in April compared with March?');
    const of = (first: string, last: string) => ofType('Debit', MONEY.filter(between(first, last)));
    const [april, march] = [of('2026-04-01', '2026-04-30'), of('2026-03-01', '2026-03-31')];
    const names = [...new Set([...april, ...march].map(({ company }) => company))];
    const differences = names
      .map((name) => ({
        name,
        cents:
          sum(april.filter(({ company }) => company === name)) - sum(march.filter(({ company }) => company === name)),
      }))
      .filter(({ cents }) => cents !== 0)
      .toSorted((one, other) => Math.abs(other.cents) - Math.abs(one.cents));
    expect(cells(document, 4).map((row) => [row[0], row[3]])).toEqual(
      differences.map(({ name, cents }) => [name, formatDollars(cents)]),
    );
  });
});
