import { paragraph, section } from '../report-blocks.ts';
import { prose } from '../report-sentences.ts';
import { composeReport } from '../testing/compose-report.ts';
import { someFlows } from '../testing/report-fixtures.ts';
import { reportType } from './report-type.ts';

const titled = (title: string) => section(title, paragraph(prose`Some words.`));

const report = reportType({
  type: 'executive_summary',
  purpose: 'To show the order of sections.',
  headline: () => prose`In short.`,
  sections: [() => titled('First'), () => null, () => false, () => [titled('Second'), undefined]],
  actions: [() => prose`Do this.`, () => null, () => [false, prose`Then that.`, null], () => []],
  afterActions: [() => titled('Rules')],
  method: () => [null, prose`Counted by hand.`],
});

describe('report types', () => {
  const written = composeReport(report, { flows: someFlows() });

  test('a report orders its sections, recommended actions and data limits', () => {
    expect(written.titles).toEqual(['First', 'Second', 'Recommended actions', 'Rules', 'Method and limits']);
  });

  test('a report lists recommended actions from each part in order and omits absent ones', () => {
    expect(written.prose('Recommended actions')).toBe('Do this.\nThen that.');
  });

  test('a report describes its method under the data limits', () => {
    expect(written.prose('Method and limits')).toContain('\nCounted by hand.\n');
  });
});
