import type { Span } from '@clearwatch/contracts/reports/report-document';
import { NORMAL_COMPARED_DAYS } from '../../../members/against-normal.ts';
import { prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { isComparable } from '../../topics/against-before.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import type { Standing } from '../../topics/members/standing.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { noted } from '../../topics/noted.ts';
import { orNothing, sizeWords } from '../../topics/size-words.ts';
import { alertWords } from '../../topics/stated-alert.ts';
import type { HighValueData } from './high-value-data.ts';

/** One member with so much of all credits is a risk to the institution. */
const HEAVY = 0.1;
const MOST_NAMED = 3;

export function highValueActions(data: HighValueData, context: ReportContext): (Span[] | null)[] {
  const { top, former, alerts } = data;
  const first = alerts[0];
  return [
    first === undefined
      ? null
      : prose`Fraud analysts: review ${alertWords(first, context)} before anybody calls the member.`,
    ...fallen(former, context).slice(0, MOST_NAMED),
    heavy(data, context),
    begun(top, context),
  ];
}

/** Of the largest of the period before, those whose last days stay behind their own usual month. */
function fallen(former: readonly Standing[], context: ReportContext): Span[][] {
  if (!isComparable(context.asked)) return [];
  const days = context.sheet.count(
    { label: 'Days compared with the usual month', source: 'Definition of the own normal' },
    NORMAL_COMPARED_DAYS,
  );
  return former
    .filter((standing) => standing.openHigh === 0 && statedStanding(standing, context).verdict === 'below')
    .map((standing) => {
      const { lately, usual, mainSource } = statedStanding(standing, context);
      const payer = mainSource === null ? '' : prose`; most of the year’s money came from ${mainSource}`;
      return prose`Member services: call ${memberWords(context.sheet, standing.member)}, who received ${orNothing(lately)} in the last ${days} days of the ledger against ${sizeWords(usual ?? lately)} in a usual month${payer}.`;
    });
}

function heavy({ top, flows }: HighValueData, context: ReportContext): Span[] | null {
  const [first, second] = top;
  if (first === undefined || second === undefined) return null;
  if (first.now.creditCents < HEAVY * flows.now.creditCents) return null;
  const { credits, mainSource } = statedStanding(first, context);
  const payer = mainSource === null ? '' : prose`, most of it paid by ${mainSource}`;
  return prose`Management: plan for the day on which ${memberWords(context.sheet, first.member)} leaves: ${sizeWords(credits.now)} came in for this member alone${payer}.`;
}

/** Members among the largest who received nothing before. */
function begun(top: readonly Standing[], context: ReportContext): Span[] | null {
  if (!isComparable(context.asked)) return null;
  const firsts = top.filter(({ now, before }) => before.creditCents === 0 && now.creditCents > 0);
  const [first] = firsts;
  if (first === undefined) return null;
  const number = context.sheet.count(
    noted(
      'Listed members without credits in the period before',
      'Members with the most credits',
      context.asked.period,
    ),
    firsts.length,
  );
  const { credits, mainSource } = statedStanding(first, context);
  const payer = mainSource === null ? '' : prose` from ${mainSource}`;
  const listed = firsts.length === 1 ? prose`the listed member` : prose`the ${number} listed members`;
  return prose`Relationship officers: get to know ${listed} who received nothing in the period before${firsts.length === 1 ? ':' : ', beginning with'} ${memberWords(context.sheet, first.member)}, now ${sizeWords(credits.now)}${payer}.`;
}
