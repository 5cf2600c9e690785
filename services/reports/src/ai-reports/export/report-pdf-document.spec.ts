import { reportFileFixture } from '../testing/report-file-fixtures.ts';
import { reportPdfDocument } from './report-pdf-document.ts';

/** All text in a document, in reading order. */
function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node];
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  const { text, stack, columns, ul, table, svg } = node as Record<string, unknown>;
  return [text, stack, columns, ul, (table as { body?: unknown } | undefined)?.body, svg].flatMap(textsIn);
}

const printed = (file = reportFileFixture()) => textsIn(reportPdfDocument(file).content);
const asText = (file = reportFileFixture()) => printed(file).join('|');

describe('PDF file', () => {
  it('a PDF report begins with the institution, title, period, ledger date, requester, writer and question', () => {
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
      'By fixed rules from ledger figures, without a language model',
      'Question',
      'Who pays us?',
    ]);
  });

  it.each([
    ['America/Chicago', 'Nov 20, 2026, 10:12 CST, for paula'],
    ['America/Denver', 'Nov 20, 2026, 09:12 MST, for paula'],
  ])("a PDF report prints times in the institution's time zone: %s", (timeZone, words) => {
    const file = reportFileFixture();
    const report = Object.assign({}, file.report, { generatedAt: '2026-11-20T16:12:00Z' });
    expect(printed({ ...file, report, timeZone })).toContain(words);
  });

  it('a PDF report prints the classification, report number and page number on each page', () => {
    const { header, footer } = reportPdfDocument(reportFileFixture());
    expect(textsIn(header)).toEqual([
      'Confidential: member financial information. For internal use only.',
      'Harbor Light Credit Union · Report 12',
    ]);
    if (typeof footer !== 'function') throw new TypeError('the footer is not a function');
    expect(textsIn(footer(2, 5, { width: 612, height: 792, orientation: 'portrait' }))).toContain('Page 2 of 5');
  });

  it('a PDF report warns about unverified numbers and marks them', () => {
    expect(asText()).toContain(
      'One number, day or name in this report is not verified against the ledger. It is marked [!]',
    );
    expect(asText()).toContain('The language model did not respond in time.');
    expect(printed()).toContain('$7.00 [!]');
    const file = reportFileFixture();
    expect(asText({ ...file, report: { ...file.report, unboundCount: 0, notice: null } })).not.toMatch(
      /not verified against the ledger/,
    );
  });

  it('a PDF report lists the sources of cited figures and of the facts used to compute them', () => {
    const texts = printed();
    const list = texts.slice(texts.indexOf('Sources of the figures'));
    expect(list.slice(5).join('|')).toBe(
      'F1|Credits|$2,000.00|Sum of credits in the daily totals of the ledger|' +
        'F2|Credits before|$1,000.00|Sum of credits in the daily totals of the ledger|' +
        'F3|Growth of credits|100.0%|(F1 − F2) ÷ F2',
    );
    // Days and table cells have no footnotes.
    expect(list).toHaveLength(17);
  });

  it('a PDF report prints lists, tables, vector charts and alert numbers', () => {
    expect(asText()).toContain('Look at ACME <b>.|Companies|Company|Entries|ACME|5|Credits by month|<svg');
    expect(asText()).toContain('Related alerts: 37, 25');
  });

  it('a PDF report contains no accusation', () => {
    expect(asText()).not.toMatch(/fraud|guilty|criminal|CTR/i);
  });
});
