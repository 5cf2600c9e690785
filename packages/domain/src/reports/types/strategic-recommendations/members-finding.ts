import { counted, enumerated, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { isComparable } from '../../topics/against-before.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import { movedTo } from '../../topics/pair-words.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { statedFlows } from '../../topics/stated-flows.ts';
import type { Finding } from './finding.ts';
import type { StrategicData } from './strategic-data.ts';

/** A member with money in so many months of the year before was a regular one. */
const REGULAR_MONTHS = 6;
const MOST_NAMED = 3;

/** Members that went quiet, and those of them who had been regular. Null where nobody did, or nothing can be compared. */
export function membersFinding({ flows, membership }: StrategicData, context: ReportContext): Finding | null {
  const { asked, sheet } = context;
  const { quiet, quietCents, activeBefore, quietFirst } = membership;
  if (!isComparable(asked) || quiet === 0 || activeBefore === 0) return null;
  const source = 'Accounts with money in the period before and none in this one';
  const count = sheet.count(noted('Members gone quiet', source, asked.period), quiet);
  const before = sheet.count(
    noted('Active members', 'Accounts with at least one credit or debit', asked.previous),
    activeBefore,
  );
  const money = sheet.money(noted('Credits of members gone quiet', source, asked.previous), quietCents);
  const regular = quietFirst.filter(({ monthsActive }) => monthsActive >= REGULAR_MONTHS);
  const named = enumerated(regular.slice(0, MOST_NAMED).map(({ member }) => memberWords(sheet, member)));
  const months = sheet.count(
    { label: 'Months with credits that make a member regular', source: 'Rule of this report' },
    REGULAR_MONTHS,
  );
  return {
    title: 'Keeping members',
    lead: prose`${counted(count, 'member')} of the ${before} who were active in the period before moved no money in this one; ${sizeWords(money)} had come in for them.`,
    said: sentences(
      prose`The number of active members ${movedTo(sheet, statedFlows(flows, context).activeAccounts)}.`,
      regular.length === 0
        ? prose`None of those with the most credits had been regular: their silence is mostly a pause between payments.`
        : prose`Most silences are pauses between payments, but ${named} had credits in ${months} or more months of the year before.`,
    ),
    action:
      regular.length === 0
        ? prose`Member services: watch the number of members gone quiet, and call those with regular credits as soon as there are any.`
        : prose`Member services: call ${named}: their regular credits stopped.`,
    measure: prose`how many members with regular credits are among those gone quiet`,
  };
}
