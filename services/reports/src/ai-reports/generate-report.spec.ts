import { parseReportRequest } from './ai-reports.service.ts';

const TODAY = '2026-11-20';

describe('report requests', () => {
  it('a report request may omit its dates', () => {
    expect(parseReportRequest({ reportType: 'executive_summary' }, TODAY)).toEqual({
      reportType: 'executive_summary',
      firstDay: null,
      lastDay: null,
      prompt: null,
    });
  });

  it('a report request accepts a single day, and dates through the end of next year', () => {
    const request = parseReportRequest(
      { reportType: 'trend_analysis', dateRangeStart: '2027-12-31', dateRangeEnd: '2027-12-31' },
      TODAY,
    );
    expect([request.firstDay, request.lastDay]).toEqual(['2027-12-31', '2027-12-31']);
  });

  it.each([
    [{ dateRangeStart: '2026-08-02', dateRangeEnd: '2026-08-01' }, /start date must not be after/],
    [{ dateRangeStart: '2026-02-30' }, /start date is not a calendar date/],
    [{ dateRangeEnd: '2028-01-01' }, /end date must be between 1970-01-01 and 2027-12-31/],
    [{ dateRangeStart: '1969-12-31' }, /start date must be between/],
    [{ customPrompt: 'why?' }, /Only custom reports accept a prompt/],
  ])('a report request with %j is rejected', (more, sentence) => {
    expect(() => parseReportRequest({ reportType: 'executive_summary', ...more }, TODAY)).toThrow(sentence);
  });

  it('a request for a custom report requires a prompt that is not blank', () => {
    const custom = (customPrompt?: string) => parseReportRequest({ reportType: 'custom', customPrompt }, TODAY).prompt;
    expect(() => custom()).toThrow(/needs a prompt/);
    expect(() => custom(' \n\t')).toThrow(/needs a prompt/);
    expect(custom('  Why?\0\n')).toBe('Why?');
  });
});
