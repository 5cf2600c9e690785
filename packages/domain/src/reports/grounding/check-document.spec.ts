import type { ReportDocument } from '@clearwatch/contracts/reports/report-document';
import { FactSheet } from '../fact-sheet.ts';
import { compact, paragraph, prose } from '../prose.ts';
import { table } from '../table.ts';
import { checkDocument } from './check-document.ts';

function written() {
  const sheet = new FactSheet();
  const credits = sheet.money({ label: 'Total credits', source: 'test' }, 123_456_789);
  const alerts = sheet.count({ label: 'Open alerts', source: 'test' }, 12);
  const name = sheet.company({ label: 'Largest company', source: 'test' }, '7 SEAS 2000 LLC');
  const document: ReportDocument = {
    headline: prose`Credits came to ${compact(credits)}.`,
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

describe('a document composed by rules', () => {
  test('whose every span says its fact passes unchanged', () => {
    const { document, facts } = written();
    expect(checkDocument(document, facts)).toEqual({ document, unbound: [] });
  });

  test.each([
    ['a span that says another figure than its fact', { text: '13', fact: 'F2' }],
    ['a span whose fact does not exist', { text: '12', fact: 'F9' }],
    ['a span with another name', { text: 'ACME', fact: 'F3' }],
    ['a span that says more than its fact', { text: '12 of 15', fact: 'F2' }],
    ['a span that says nothing of its fact', { text: 'many', fact: 'F2' }],
    ['a number in plain words', { text: 'about 15 alerts' }],
    ['a number word in plain words', { text: 'about fifteen alerts' }],
  ])('is caught lying by %s', (_, span) => {
    const { document, facts } = written();
    document.sections[0]?.blocks.push({ kind: 'paragraph', spans: [span] });
    expect(checkDocument(document, facts).unbound).toHaveLength(1);
  });

  test('is caught by a digit beside a figure that makes another of it', () => {
    const { document, facts } = written();
    document.headline = [{ text: 'alerts: 1' }, { text: '12', fact: 'F2' }];
    expect(checkDocument(document, facts).unbound.map(({ text }) => text)).toEqual(['alerts: 1']);
  });

  test.each([
    ['before it, with a sign between', [{ text: 'alerts: 1,' }, { text: '12', fact: 'F2' }], 'alerts: 1,'],
    ['behind it', [{ text: '12', fact: 'F2' }, { text: '5 alerts' }], '5 alerts'],
    ['behind it, with a sign between', [{ text: '12', fact: 'F2' }, { text: ',500 alerts' }], ',500 alerts'],
  ])('is caught by a digit %s', (_, headline, torn) => {
    const { facts } = written();
    expect(checkDocument({ headline, sections: [] }, facts).unbound.map(({ text }) => text)).toEqual([torn]);
  });

  test.each([
    ['before', [{ text: 'Of 12 alerts, ' }, { text: '12', fact: 'F2' }, { text: ' are open' }]],
    ['behind', [{ text: '12', fact: 'F2' }, { text: ' alerts are open, 12 in all' }]],
    ['in two parts', [{ text: 'Of 12 alerts, ' }, { text: '12 are open.' }]],
  ])('may say a figure in plain words %s, where no digit touches another', (_, headline) => {
    const { facts } = written();
    expect(checkDocument({ headline, sections: [] }, facts).unbound).toEqual([]);
  });

  test('is caught lying in the cell of a table and in the title of a chart', () => {
    const { document, facts } = written();
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
    const checked = checkDocument(document, facts);
    expect(checked.unbound.map(({ text }) => text)).toEqual(['13', '99']);
    expect(checked.document.sections[0]?.blocks.at(-2)).toMatchObject({
      rows: [[{ text: '13', strong: true, unbound: true }]],
    });
  });

  test('keeps what was marked before, and says a name whatever blanks stand in it', () => {
    const { facts } = written();
    const headline = [
      { text: '12 alerts', unbound: true as const },
      { text: ' 7 SEAS  2000 LLC ', fact: 'F3' },
    ];
    expect(checkDocument({ headline, sections: [] }, facts).unbound.map(({ text }) => text)).toEqual([
      '12 alerts',
    ]);
  });

  test('is caught by a number in a title, a caption or the head of a table', () => {
    const { document, facts } = written();
    document.sections.push({
      title: 'Five reasons',
      blocks: [table('Top 99', [{ label: 'Last 77', align: 'left' }], [])],
    });
    expect(checkDocument(document, facts).unbound.map(({ text }) => text)).toEqual(['Five', '77', '99']);
  });

  test('may name whoever has signs of patterns in the name', () => {
    const sheet = new FactSheet();
    const names = ['HIGH-RISK (PATTERN)', 'A.B* [C] $ ^ {D} | E+ \\ / ?'].map((name) =>
      sheet.company({ label: 'Company', source: 'test' }, name),
    );
    const headline = names.flatMap((name) => prose`${name} leads. `);
    expect(checkDocument({ headline, sections: [] }, sheet.list()).unbound).toEqual([]);
  });

  test.each([
    ['no', 0, true],
    [' None ', 0, true],
    ['NOBODY', 0, true],
    ['none', 12, false],
    ['to none', 0, false],
    ['nothing new', 0, false],
  ])('says %j of what counts %d: %p', (text, count, isTrue) => {
    const sheet = new FactSheet();
    const { fact } = sheet.count({ label: 'Open alerts', source: 'test' }, count);
    const headline = [{ text, fact: fact.id }, { text: ' alerts are open' }];
    expect(checkDocument({ headline, sections: [] }, sheet.list()).unbound.length === 0).toBe(isTrue);
  });
});
