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

  test('may say that there is none of what counts zero', () => {
    const sheet = new FactSheet();
    const none = sheet.count({ label: 'Open alerts', source: 'test' }, 0);
    const headline = [{ text: 'no', fact: none.fact.id }, { text: ' alerts are open' }];
    expect(checkDocument({ headline, sections: [] }, sheet.list()).unbound).toEqual([]);
  });
});
