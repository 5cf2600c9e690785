import type { Block } from '@clearwatch/contracts/ai-reports';
import type { ReportFile } from '../export/report-file.ts';

const SOURCE = 'Sum of credits in the daily totals of the ledger';

/** A report with every type of block and one number without a fact. */
export function reportFileFixture(blocks: readonly Block[] = EVERY_BLOCK): ReportFile {
  return {
    report: {
      id: 12,
      reportType: 'custom',
      title: 'Custom, Jul 22 to Aug 20, 2026',
      dateRangeStart: '2026-07-22',
      dateRangeEnd: '2026-08-20',
      generatedAt: '2026-11-20T16:12:00.000Z',
      state: 'completed',
      requestedBy: 'paula',
      unboundCount: 1,
      content: '',
      prompt: 'Who pays us?',
      writer: 'built_in',
      model: null,
      notice: 'The language model did not respond in time.',
      promptTokens: null,
      completionTokens: null,
      cost: null,
      facts: [],
    },
    document: {
      headline: [{ text: 'Credits came to ' }, { text: '$2,000.00', fact: 'F1' }, { text: '.' }],
      sections: [{ title: 'What changed', blocks: [...blocks] }],
    },
    facts: [
      { id: 'F1', label: 'Credits', value: { kind: 'money', cents: 200_000 }, source: SOURCE },
      { id: 'F2', label: 'Credits before', value: { kind: 'money', cents: 100_000 }, source: SOURCE },
      { id: 'F3', label: 'Growth of credits', value: { kind: 'share', share: 1 }, source: '(F1 − F2) ÷ F2' },
      { id: 'F4', label: 'Newest day', value: { kind: 'day', day: '2026-08-20' }, source: 'the ledger' },
      { id: 'F5', label: 'Only in a table', value: { kind: 'count', count: 5 }, source: 'the ledger' },
    ],
    asOf: '2026-08-20',
    institution: { name: 'Harbor Light Credit Union', lines: ['1 Wharf Street'] },
    timeZone: null,
    exportedBy: 'paula',
    exportedAt: new Date('2026-11-20T16:12:00Z'),
  };
}

const EVERY_BLOCK: readonly Block[] = [
  {
    kind: 'paragraph',
    spans: [
      { text: 'They ' },
      { text: 'doubled', strong: true },
      { text: ' (' },
      { text: '100.0%', fact: 'F3' },
      { text: ') by ' },
      { text: 'Aug 20, 2026', fact: 'F4' },
      { text: ', and ' },
      { text: '$7.00', unbound: true },
      { text: ' more.' },
    ],
  },
  { kind: 'list', items: [[{ text: 'Look at ACME <b>.' }]] },
  {
    kind: 'table',
    caption: 'Companies',
    columns: [
      { label: 'Company', align: 'left' },
      { label: 'Entries', align: 'right' },
    ],
    rows: [[{ text: 'ACME' }, { text: '5', fact: 'F5' }]],
  },
  {
    kind: 'chart',
    chart: {
      title: 'Credits by month',
      type: 'bar',
      categories: ['Jul 2026', 'Aug 2026'],
      series: [{ name: 'Credits', values: [100_000, 200_000] }],
      unit: 'money',
    },
  },
  { kind: 'alerts', alertIds: [37, 25] },
];
