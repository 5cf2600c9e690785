import { reportFileFixture } from '../testing/report-file-fixtures.ts';
import { reportPdfDocument } from './report-pdf-document.ts';

/** Every text of a document, in the order in which it is read. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { text, stack, columns, ul, table, svg } = node as Record<string, unknown>;
  return [text, stack, columns, ul, (table as { body?: unknown } | undefined)?.body, svg].flatMap(textsIn);
}

const printed = (file = reportFileFixture()) => textsIn(reportPdfDocument(file).content);
const asText = (file = reportFileFixture()) => printed(file).join('|');

describe('a report on paper', () => {
  it('says whose it is, what it is called, of which days, as of when, and who wrote it', () => {
    expect(printed().slice(0, 13)).toEqual([
      'Harbor Light Credit Union',
      '1 Wharf Street',
      'Custom, Jul 22 to Aug 20, 2026',
      'Period',
      'Jul 22 to Aug 20, 2026',
      'Ledger as of',
      'Aug 20, 2026',
      'Generated',
      expect.stringMatching(/^Nov 20, 2026, \d\d:12 .+, for paula$/),
      'Written',
      "Composed by rules from the institution's own figures; no language model was involved",
      'Asked',
      'Who pays us?',
    ]);
  });

  it.each([
    ['America/Chicago', 'Nov 20, 2026, 10:12 CST, for paula'],
    ['America/Denver', 'Nov 20, 2026, 09:12 MST, for paula'],
  ])('says times in the time zone of the institution, and names it: %s', (timeZone, words) => {
    const file = reportFileFixture();
    const report = Object.assign({}, file.report, { generatedAt: '2026-11-20T16:12:00Z' });
    expect(printed({ ...file, report, timeZone })).toContain(words);
  });

  it('says on each page that it is confidential, which report it is and which page of how many', () => {
    const { header, footer } = reportPdfDocument(reportFileFixture());
    expect(textsIn(header)).toEqual([
      'Confidential: member financial information. For internal use only.',
      'Harbor Light Credit Union · Report 12',
    ]);
    if (typeof footer !== 'function') throw new TypeError('the foot depends on the page');
    expect(textsIn(footer(2, 5, { width: 612, height: 792, orientation: 'portrait' }))).toContain(
      'Page 2 of 5',
    );
  });

  it('warns of numbers that no fact has, and marks them', () => {
    expect(asText()).toContain(
      'One number, day or name in this report is bound to no computed fact. It is marked [!]',
    );
    expect(asText()).toContain('The language model did not answer in time.');
    expect(printed()).toContain('$7.00 [!]');
    const file = reportFileFixture();
    expect(asText({ ...file, report: { ...file.report, unboundCount: 0, notice: null } })).not.toMatch(
      /no computed fact/,
    );
  });

  it('notes where the figures of its text come from, with what these are computed from', () => {
    const texts = printed();
    const list = texts.slice(texts.indexOf('Where the figures come from'));
    expect(list.slice(5).join('|')).toBe(
      'F1|Credits|$2,000.00|Sum of credits in the daily totals of the ledger|' +
        'F2|Credits before|$1,000.00|Sum of credits in the daily totals of the ledger|' +
        'F3|Growth of credits|100.0%|(F1 − F2) ÷ F2',
    );
    // Neither a day, which says itself what it is, nor a cell of a table.
    expect(list).toHaveLength(17);
  });

  it('prints lists, tables, charts as vectors, and the numbers of alerts', () => {
    expect(asText()).toContain('Look at ACME <b>.|Companies|Company|Entries|ACME|5|Credits by month|<svg');
    expect(asText()).toContain('Alerts behind this: no. 37, 25');
  });

  it('accuses nobody', () => {
    expect(asText()).not.toMatch(/fraud|guilty|criminal|CTR/i);
  });
});
