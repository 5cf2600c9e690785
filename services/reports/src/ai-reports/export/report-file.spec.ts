import { reportFileFixture } from '../testing/report-file-fixtures.ts';
import { markdownFile } from './report-file.ts';

describe('Markdown file', () => {
  it('a Markdown report contains the title, classification, period, warnings, full text and all facts', () => {
    const markdown = markdownFile(reportFileFixture());
    expect(markdown).toMatch(
      /^# Custom, Jul 22 to Aug 20, 2026\n\n\*\*Confidential: member financial information\. For internal use only\.\*\*\n\n- Institution: Harbor Light Credit Union · 1 Wharf Street\n- Period: Jul 22 to Aug 20, 2026\n/,
    );
    expect(markdown).toContain(
      '> One number, day or name in this report is not verified against the ledger. It is marked ⚠',
    );
    expect(markdown).toContain('They **doubled** (100.0%) by Aug 20, 2026, and $7.00 ⚠ more.');
    expect(markdown).toContain('- Look at ACME \\<b\\>.');
    expect(markdown).toContain('| F3 | Growth of credits | 100.0% | (F1 − F2) ÷ F2 |\n');
  });

  it('a Markdown report names the language model', () => {
    const file = reportFileFixture();
    const report = { ...file.report, writer: 'model' as const, model: 'some-model' };
    expect(markdownFile({ ...file, report, institution: null })).toMatch(
      /- Written: By some-model, based on facts computed from the ledger/,
    );
  });
});
