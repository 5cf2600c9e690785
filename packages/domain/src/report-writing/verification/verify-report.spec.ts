import type { Fact, ReportDocument } from '@clearwatch/contracts/ai-reports';
import { FactSheet } from '../fact-sheet.ts';
import { paragraph, table } from '../report-blocks.ts';
import { compactMoney, prose } from '../report-sentences.ts';
import { verifiedText } from '../testing/compose-report.ts';
import { FactIndex } from './fact-index.ts';
import { vocabularyOf } from './find-statements.ts';
import { verifyDocument, verifyText } from './verify-report.ts';

function sourceText() {
  const sheet = new FactSheet();
  const credits = sheet.money({ label: 'Total credits', source: 'test' }, 123_456_789);
  const alerts = sheet.count({ label: 'Open alerts', source: 'test' }, 12);
  const name = sheet.company({ label: 'Largest company', source: 'test' }, '7 SEAS 2000 LLC');
  const document: ReportDocument = {
    headline: prose`Credits came to ${compactMoney(credits)}.`,
    sections: [
      {
        title: 'Risks',
        blocks: [
          paragraph(prose`${alerts} alerts are open; ${name} leads.`),
          { kind: 'list', items: [prose`See 31 CFR 1020.320.`] },
          table('Companies', [{ label: 'Company', align: 'left' }], [[name], [credits], [null], ['none']]),
        ],
      },
    ],
  };
  return { document, facts: sheet.list() };
}

describe('rule-written documents', () => {
  test('a rule-written document passes unchanged with a fact in every span', () => {
    const { document, facts } = sourceText();
    expect(verifyDocument(document, facts)).toEqual({ document, unbound: [] });
  });

  test.each([
    ['a span that says another figure than its fact', { text: '13', fact: 'F2' }],
    ['a span whose fact does not exist', { text: '12', fact: 'F9' }],
    ['a span with another name', { text: 'ACME', fact: 'F3' }],
    ['a span that says more than its fact', { text: '12 of 15', fact: 'F2' }],
    ['a span that says nothing of its fact', { text: 'many', fact: 'F2' }],
    ['a number in plain words', { text: 'about 15 alerts' }],
    ['a number word in plain words', { text: 'about fifteen alerts' }],
  ])('a rule-written document is marked when it contains %s', (_, span) => {
    const { document, facts } = sourceText();
    document.sections[0]?.blocks.push({ kind: 'paragraph', spans: [span] });
    expect(verifyDocument(document, facts).unbound).toHaveLength(1);
  });

  test('a rule-written document is marked when an adjacent digit changes a figure', () => {
    const { document, facts } = sourceText();
    document.headline = [{ text: 'alerts: 1' }, { text: '12', fact: 'F2' }];
    expect(verifyDocument(document, facts).unbound.map(({ text }) => text)).toEqual(['alerts: 1']);
  });

  test.each([
    ['before it, with a sign between', [{ text: 'alerts: 1,' }, { text: '12', fact: 'F2' }], 'alerts: 1,'],
    ['after it', [{ text: '12', fact: 'F2' }, { text: '5 alerts' }], '5 alerts'],
    ['after it, with a sign between', [{ text: '12', fact: 'F2' }, { text: ',500 alerts' }], ',500 alerts'],
  ])('a rule-written document is marked when a figure has a digit %s', (_, headline, torn) => {
    const { facts } = sourceText();
    expect(verifyDocument({ headline, sections: [] }, facts).unbound.map(({ text }) => text)).toEqual([torn]);
  });

  test.each([
    ['before the bound one', [{ text: 'Of 12 alerts, ' }, { text: '12', fact: 'F2' }, { text: ' are open' }]],
    ['after the bound one', [{ text: '12', fact: 'F2' }, { text: ' alerts are open, 12 in all' }]],
    ['in two parts', [{ text: 'Of 12 alerts, ' }, { text: '12 are open.' }]],
  ])('a rule-written document can state a figure in plain text %s when no digits are adjacent', (_, headline) => {
    const { facts } = sourceText();
    expect(verifyDocument({ headline, sections: [] }, facts).unbound).toEqual([]);
  });

  test('a rule-written document is marked at figures without a matching fact in table cells and chart titles', () => {
    const { document, facts } = sourceText();
    document.sections[0]?.blocks.push(
      {
        kind: 'table',
        caption: 'Alerts',
        columns: [{ label: 'Open', align: 'right' }],
        rows: [[{ text: '13', fact: 'F2', strong: true }]],
      },
      {
        kind: 'chart',
        chart: { title: 'The last 99', type: 'bar', categories: [], series: [], unit: 'count' },
      },
    );
    const checked = verifyDocument(document, facts);
    expect(checked.unbound.map(({ text }) => text)).toEqual(['13', '99']);
    expect(checked.document.sections[0]?.blocks.at(-2)).toMatchObject({
      rows: [[{ text: '13', strong: true, unbound: true }]],
    });
  });

  test('a rule-written document keeps earlier marks and accepts names with any spacing', () => {
    const { facts } = sourceText();
    const headline = [
      { text: '12 alerts', unbound: true as const },
      { text: ' 7 SEAS  2000 LLC ', fact: 'F3' },
    ];
    expect(verifyDocument({ headline, sections: [] }, facts).unbound.map(({ text }) => text)).toEqual(['12 alerts']);
  });

  test('a rule-written document is marked when a title, caption or column label contains a number', () => {
    const { document, facts } = sourceText();
    document.sections.push({
      title: 'Five reasons',
      blocks: [table('Top 99', [{ label: 'Last 77', align: 'left' }], [])],
    });
    expect(verifyDocument(document, facts).unbound.map(({ text }) => text)).toEqual(['Five', '77', '99']);
  });

  test('a rule-written document can contain names with regular expression characters', () => {
    const sheet = new FactSheet();
    const names = ['HIGH-RISK (PATTERN)', 'A.B* [C] $ ^ {D} | E+ \\ / ?'].map((name) =>
      sheet.company({ label: 'Company', source: 'test' }, name),
    );
    const headline = names.flatMap((name) => prose`${name} leads. `);
    expect(verifyDocument({ headline, sections: [] }, sheet.list()).unbound).toEqual([]);
  });

  test.each([
    ['no', 0, true],
    [' None ', 0, true],
    ['NOBODY', 0, true],
    ['none', 12, false],
    ['to none', 0, false],
    ['nothing new', 0, false],
  ])('a rule-written document may use %j to describe a count of %d: %p', (text, count, isTrue) => {
    const sheet = new FactSheet();
    const { fact } = sheet.count({ label: 'Open alerts', source: 'test' }, count);
    const headline = [{ text, fact: fact.id }, { text: ' alerts are open' }];
    expect(verifyDocument({ headline, sections: [] }, sheet.list()).unbound.length === 0).toBe(isTrue);
  });
});

function facts(): Fact[] {
  const sheet = new FactSheet();
  const of = (label: string) => ({ label, source: 'test' });
  sheet.money(of('Total credits'), 123_456_789); // F1
  sheet.money(of('Total debits'), 98_765_432); // F2
  sheet.count(of('Open alerts'), 12); // F3
  sheet.share(of('Share of credits from the largest company'), 0.1234); // F4
  sheet.share(of('Change of credits against the previous period'), -0.031); // F5
  sheet.day(of('First day of the period'), '2026-07-22'); // F6
  sheet.day(of('Last day of the period'), '2026-08-20'); // F7
  sheet.month(of('Busiest month'), '2026-08'); // F8
  sheet.company(of('Largest company by credits'), 'ACME PAYROLL'); // F9
  sheet.member(of('Member with most credits'), 'Jane Doe'); // F10
  sheet.number(of('Alerts a day'), 3.4, 1); // F11
  sheet.word(of('Most frequent return reason'), 'R10'); // F12
  sheet.number(of('Credits of August as a multiple of July'), 2, 1); // F13
  sheet.count(of('Members with credits'), 2_583); // F14
  sheet.money(of('Smallest credit'), 250); // F15
  sheet.word(of('Number of the alert'), '1204'); // F16
  sheet.company(of('Company'), '500'); // F17
  sheet.company(of('Company'), '$9 MILLION'); // F18
  sheet.money(of('Credits of ACME PAYROLL, Aug 2026'), 44_400_00); // F19
  sheet.company(of('Company'), 'BETA BENEFITS'); // F20
  sheet.money(of('Credits of BETA BENEFITS, Aug 2026'), 55_500_00); // F21
  sheet.account(of('Account, masked'), '***4411'); // F22
  sheet.account(of('Account, masked'), '***5522'); // F23
  sheet.money(of('Debits of ***4411, Aug 2026'), 77_700); // F24
  return sheet.list();
}
const index = new FactIndex(facts());
const ground = {
  facts: index,
  isKnownWord: vocabularyOf(['Credits and debits of the period by Company, Open Alerts']),
  aliases: new Map([['Member 1', 'F10']]),
};
const read = (text: string): string => verifiedText(text, ground);

describe('unreferenced figures', () => {
  test.each([
    ['Credits were $1,234,567.89.', 'Credits were {F1:$1,234,567.89}.'],
    ['Credits reached $1.2 million.', 'Credits reached {F1:$1.2 million}.'],
    ['Credits reached $1.23M.', 'Credits reached {F1:$1.23M}.'],
    ['Credits were $1,234,568.', 'Credits were {F1:$1,234,568}.'],
    ['There are 12 open alerts.', 'There are {F3:12} open alerts.'],
    ['The largest sum came in as credits ($1,234,567.89).', 'The largest sum came in as credits ({F1:$1,234,567.89}).'],
    [
      'The greatest falls were in credits: Jane Doe by 3.1 %.',
      'The greatest falls were in credits: {F10:Jane Doe} by {F5:3.1 %}.',
    ],
    ['There are twelve open alerts.', 'There are {F3:twelve} open alerts.'],
    ['2,583 members had credits.', '{F14:2,583} members had credits.'],
    ['The largest company made 12.3 % of credits.', 'The largest company made {F4:12.3 %} of credits.'],
    ['The largest company made 12 percent of credits.', 'The largest company made {F4:12 percent} of credits.'],
    ['Credits were 3.1 % lower.', 'Credits were {F5:3.1 %} lower.'],
    ['Credits changed by minus 3.1 %.', 'Credits changed by {F5:minus 3.1 %}.'],
    ['Credits fell by 3.1 %.', 'Credits fell by {F5:3.1 %}.'],
    ['Credits changed by -3.1 %.', 'Credits changed by {F5:-3.1 %}.'],
    ['August credits were twice those of July.', '{F8:August} credits were {F13:twice} those of {?:July}.'],
    [
      'August credits were 2 times as high as those of July.',
      '{F8:August} credits were {F13:2 times} as high as those of {?:July}.',
    ],
    ['August credits were 2x those of July.', '{F8:August} credits were {F13:2x} those of {?:July}.'],
    ['From Jul 22 to Aug 20, 2026.', 'From {F6:Jul 22} to {F7:Aug 20, 2026}.'],
    ['From 2026-07-22 to 8/20/2026.', 'From {F6:2026-07-22} to {F7:8/20/2026}.'],
    ['It began on the 22nd of July 2026.', 'It began on the {F6:22nd of July 2026}.'],
    ['August 2026 was busiest.', '{F8:August 2026} was busiest.'],
    ['Acme Payroll paid most.', '{F9:Acme Payroll} paid most.'],
    ['Most were returned as R10.', 'Most were returned as R10.'],
  ])('a figure without a reference is bound when it equals a fact: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    ['Credits were $1,234,567.88.', '$1,234,567.88'],
    ['Credits were $1.3 million.', '$1.3 million'],
    ['Credits were $1,234,567.', '$1,234,567'],
    ['Credits were $1,200,000.', '$1,200,000'],
    ['Credits were 1,234,567.89.', '1,234,567.89'],
    ['Credits were about $1 million.', '$1 million'],
    ['Debits were $1,234,567.89.', '$1,234,567.89'],
    ['There are 13 open alerts.', '13'],
    ['There are thirteen open alerts.', 'thirteen'],
    ['There are 12 suspicious companies.', '12'],
    ['12 % of alerts are open.', '12 %'],
    ['The largest company made 12.4 % of credits.', '12.4 %'],
    ['Credits rose by 3.1 %.', '3.1 %'],
    ['Credits are 3.1 %.', '3.1 %'],
    ['It began on Jul 23, 2026.', 'Jul 23, 2026'],
    ['It began on Jul 22, 2025.', 'Jul 22, 2025'],
    ['In September credits fell.', 'September'],
    ['In 2026 credits fell.', '2026'],
    ['Credits were minus $1,234,567.89.', 'minus $1,234,567.89'],
    ['Credits were 3.1 % higher.', '3.1 %'],
    ['In Q3 credits fell.', 'Q3'],
    ['Most were returned as R05.', 'R05'],
    ['Credits tripled.', 'tripled'],
    ['Dozens of members left.', 'Dozens'],
    ['Half of the credits came late.', 'Half'],
    ['Zenith Holdings paid most.', 'Zenith Holdings'],
    ['Much came from Zenith.', 'Zenith'],
    ['Acme Holdings paid most.', 'Acme Holdings'],
    ['Credits were 1,23 million.', '1,23 million'],
    ['The limit is ５.', '５'],
    ['A ratio of 3/15.', '3'],
    ['A company named 500 does not let 500 pass.', '500'],
    ['Nor does a name like it let $9 million pass.', '$9 million'],
    ['The smallest credit was $3.', '$3'],
  ])('a figure without a reference is marked when it equals no fact: %s', (text, marked) => {
    const { unbound } = verifyText([{ text }], ground);
    expect(unbound[0]?.text).toBe(marked);
  });

  test.each([
    'Filing follows 31 CFR 1020.320 and 12 CFR 1005.6(b)(1), see also 31 U.S.C. 5318(g).',
    'Under Regulation E a consumer has 60 days to report.',
    'A SAR is due within 30 calendar days.',
    'It is above the 0.5 % threshold.',
    'It stays below the $10,000 reporting threshold.',
    '2. Credits and debits',
    'This is one of the alerts. No one answered.',
    'However, the Federal Reserve and Nacha ask for more. Staff at RDFIs may act; Review them.',
  ])('figures that need no fact are accepted without a reference: %s', (text) => {
    expect(verifyText([{ text }], ground).unbound).toEqual([]);
  });
});

describe('referenced figures', () => {
  test.each([
    ['Credits were [F1] and debits [F2].', 'Credits were {F1:$1.23 million} and debits {F2:$987,654}.'],
    ['Credits were $[F1], [F4] % of it.', 'Credits were {F1:$1.23 million}, {F4:12.3%} of it.'],
    ['Credits were $1.2 million [F1].', 'Credits were {F1:$1.2 million}.'],
    ['Credits were $1.2 million ([F1]).', 'Credits were {F1:$1.2 million}.'],
    ['Credits were $1.2 million [F2].', 'Credits were {?:$1.2 million}.'],
    ['Credits were [F99].', 'Credits were {?:[F99]}.'],
    ['Credits were [F1] million.', 'Credits were {?:$1.23 million} million.'],
    ['Credits were -[F1].', 'Credits were -{?:$1.23 million}.'],
    ['Credits were [F2], debits [F1].', 'Credits were {?:$987,654}, debits {?:$1.23 million}.'],
    ['Credits changed (by minus [F5]).', 'Credits changed (by minus {F5:3.1%}).'],
    ['Credits were minus [F1].', 'Credits were minus {?:$1.23 million}.'],
    ['See alert 1204.', 'See alert {F16:1204}.'],
    ['Credits were 3.1 % [F5] lower.', 'Credits were {F5:3.1 %} lower.'],
    ['Credits fell by [F5].', 'Credits fell by {F5:3.1%}.'],
    ['Credits rose by [F5].', 'Credits rose by {?:-3.1%}.'],
    ['In August [F1] came in.', 'In {F8:August} {F1:$1.23 million} came in.'],
    ['Member 1 [F10] leads.', '{F10:Jane Doe} leads.'],
    ["Member 1's credits.", "{F10:Jane Doe}'s credits."],
    ['Member 7 leads.', '{?:Member 7} leads.'],
    ['Members 1 and 7 lead.', '{F10:Jane Doe}, {?:Member 7} lead.'],
    ['See alert 1204 [F16] and alert [F16].', 'See alert {F16:1204} and alert {F16:1204}.'],
    ['It rose from [F2] to [F1].', 'It rose from {F2:$987,654} to {F1:$1.23 million}.'],
    ['It rose from [F1] to [F2].', 'It rose from {?:$1.23 million} to {?:$987,654}.'],
    ['It fell from $1,234,567.89 to $987,654.32.', 'It fell from {F1:$1,234,567.89} to {F2:$987,654.32}.'],
    ['It fell from $987,654.32 to $1,234,568.', 'It fell from {?:$987,654.32} to {?:$1,234,568}.'],
    ['Credits fell by [F5] in this period.', 'Credits fell by {F5:3.1%} in this period.'],
    ['High risk - [F3] alerts are open.', 'High risk - {F3:12} alerts are open.'],
    ['Member 1 ([F3] alerts) leads ([F1]).', '{F10:Jane Doe} ({F3:12} alerts) leads ({F1:$1.23 million}).'],
    ['Credits were $1,234,567.89 (F1) and [F4] (F4).', 'Credits were {F1:$1,234,567.89} and {F4:12.3%}.'],
    [
      '[F9] sent [F19], and [F20] sent [F21].',
      '{F9:ACME PAYROLL} sent {F19:$44,400}, and {F20:BETA BENEFITS} sent {F21:$55,500}.',
    ],
    [
      '[F9] sent [F21], and [F20] sent [F19].',
      '{F9:ACME PAYROLL} sent {?:$55,500}, and {F20:BETA BENEFITS} sent {?:$44,400}.',
    ],
    ['Acme Payroll sent $55,500.00.', '{F9:Acme Payroll} sent {?:$55,500.00}.'],
    ['[F10] received [F19] from [F9].', '{F10:Jane Doe} received {F19:$44,400} from {F9:ACME PAYROLL}.'],
    [
      '[F9] led, [F20] followed, up to [F19].',
      '{F9:ACME PAYROLL} led, {F20:BETA BENEFITS} followed, up to {F19:$44,400}.',
    ],
    ['[F9] leads. In all [F21] came in.', '{F9:ACME PAYROLL} leads. In all {F21:$55,500} came in.'],
    ['[F3] new alerts concern [F14] members.', '{F3:12} new alerts concern {F14:2,583} members.'],
    ['[F3] members have [F14] alerts.', '{?:12} members have {?:2,583} alerts.'],
    ['Credits rose to [F1].', 'Credits rose to {F1:$1.23 million}.'],
    ['Credits rose by [F1].', 'Credits rose by {?:$1.23 million}.'],
    ['Credits fell to [F5].', 'Credits fell to {?:-3.1%}.'],
    [
      'In the period [F1] came in and [F2] went out.',
      'In the period {F1:$1.23 million} came in and {F2:$987,654} went out.',
    ],
    [
      'In the period [F2] came in and [F1] went out.',
      'In the period {?:$987,654} came in and {?:$1.23 million} went out.',
    ],
    ['Credits and debits were [F1] and [F2].', 'Credits and debits were {F1:$1.23 million} and {F2:$987,654}.'],
    ['[F10] ([F22]) paid [F24].', '{F10:Jane Doe} ({F22:***4411}) paid {F24:$777}.'],
    ['[F10] ([F23]) paid [F24].', '{F10:Jane Doe} ({F23:***5522}) paid {?:$777}.'],
    ['[F10] paid [F24] to [F9].', '{F10:Jane Doe} paid {F24:$777} to {F9:ACME PAYROLL}.'],
    ['See alert 1205 [F16].', 'See alert {?:1205} {F16:1204}.'],
    ['[F9] leads with [F4].', '{F9:ACME PAYROLL} leads with {F4:12.3%}.'],
  ])('figures with references are bound or marked: %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test('all figures in a text are counted, and unbound ones are reported with their context', () => {
    const before = 'b'.repeat(50);
    const { stated, unbound } = verifyText(
      [{ text: `Credits were $1,234,567.89 on 2026-07-22; ${before} 77 of 88 ${'c'.repeat(50)}` }],
      ground,
    );
    expect(stated).toBe(4);
    expect(unbound).toEqual([
      { text: '77', around: `${'b'.repeat(39)} 77 of 88 ${'c'.repeat(33)}` },
      { text: '88', around: `${'b'.repeat(33)} 77 of 88 ${'c'.repeat(39)}` },
    ]);
    expect(verifyText([{ text: ' 77 ' }], ground).unbound).toEqual([{ text: '77', around: '77' }]);
  });

  test('a figure with a reference keeps the emphasis around it', () => {
    const { spans } = verifyText(
      [{ text: 'In all ' }, { text: 'credits were [F1]', strong: true }, { text: '.' }],
      ground,
    );
    expect(spans).toEqual([
      { text: 'In all ' },
      { text: 'credits were ', strong: true },
      { text: '$1.23 million', fact: 'F1', strong: true },
      { text: '.' },
    ]);
  });
});
