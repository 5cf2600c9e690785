import type { Span } from '@clearwatch/contracts/reports/report-document';
import { bankingDaysBetween } from '../../calendar/banking-days.ts';
import { addDays } from '../../calendar/day.ts';
import type { Period } from '../../metrics/period.ts';
import { counted, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { pairOf } from './pair.ts';

const FEW_DAYS = 3_700;

/** A reason that is nobody's doing: the periods have not equally many days on which ACH settles. Null where they have. */
export function bankingDaysSentence({ asked, sheet }: ReportContext): Span[] | null {
  const [now, before] = [bankingDaysIn(asked.period), bankingDaysIn(asked.previous)];
  const source = 'Days on which the Federal Reserve settles ACH';
  const days = pairOf(asked, { label: 'Banking days', source, now, before }, (note, n) =>
    sheet.count(note, n),
  );
  if (days.before === null || now === before) return null;
  return prose`The period has ${counted(days.now, 'banking day')}, the one before ${days.before}.`;
}

function bankingDaysIn({ firstDay, lastDay }: Period): number {
  const start = addDays(lastDay, -FEW_DAYS);
  return bankingDaysBetween(addDays(firstDay < start ? start : firstDay, -1), lastDay);
}
