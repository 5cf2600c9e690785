import { formatDollars } from '@clearwatch/domain/money/cents';
import { TEXT_WIDTH } from '@clearwatch/service-kit/pdf/pdf-layout';
import type { Content } from 'pdfmake/interfaces.js';
import type { EvidenceFile } from '../evidence-file.ts';
import { dayBars, largestOf } from '../page/day-bars.ts';
import { dayWords } from '../words/day-words.ts';

/** The days of the pattern among the days around them, so that one sees at a glance what is unlike the rest. */
export function accountDays({ alert, evidence, surroundings }: EvidenceFile): Content[] {
  const { firstDay, lastDay, days } = surroundings;
  if (days.length === 0) return [];
  const day = alert.activityDate;
  const { window } = evidence;
  const shaded = window.firstDay === '' ? { firstDay: day, lastDay: day } : window;
  return [
    {
      unbreakable: true,
      stack: [
        { text: 'The account around the pattern', style: 'section', margin: [0, 14, 0, 2] },
        {
          text:
            `Money by day, ${formatDollars(largestOf(days))} at most: credits above the line, debits below it;` +
            ' shaded: the days of the pattern. As the ledger was when this was exported.',
          style: 'small',
          margin: [0, 0, 0, 6],
        },
        { canvas: dayBars(surroundings, { width: TEXT_WIDTH, window: shaded }) },
        {
          margin: [0, 3, 0, 0],
          columns: [
            { text: dayWords(firstDay), style: 'small' },
            { text: dayWords(lastDay), style: 'small', alignment: 'right' },
          ],
        },
      ],
    },
  ];
}
