import type { Span } from '@clearwatch/contracts/reports/report-document';
import { prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import type { Standing } from '../../topics/members/standing.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { orNothing, sizeWords } from '../../topics/size-words.ts';
import { alertWords } from '../../topics/stated-alert.ts';
import type { VipData } from './vip-data.ts';

const MOST_NAMED = 3;

export function vipActions({ members, alerts }: VipData, context: ReportContext): (Span[] | null)[] {
  const [alert] = alerts;
  const alerted = new Set(alerts.map(({ accountNumber }) => accountNumber));
  const free = members.filter(({ member }) => !alerted.has(member.accountNumber));
  const of = (verdict: 'below' | 'above') =>
    free.filter((standing) => statedStanding(standing, context).verdict === verdict);
  return [
    alert === undefined
      ? null
      : prose`Fraud analysts: review ${alertWords(alert, context)} first; nobody should call that member about business before.`,
    ...of('below')
      .slice(0, MOST_NAMED)
      .map((standing) => behindWords(standing, context)),
    aheadWords(of('above'), context),
  ];
}

function behindWords(standing: Standing, context: ReportContext): Span[] {
  const { lately, usual, mainSource } = statedStanding(standing, context);
  const payer =
    mainSource === null ? '' : prose`; ask whether the money from ${mainSource} goes elsewhere now`;
  return prose`Relationship officers: call ${memberWords(context.sheet, standing.member)}: ${orNothing(lately)} came in lately against ${sizeWords(usual ?? lately)} in a usual month${payer}.`;
}

function aheadWords([first]: readonly Standing[], context: ReportContext): Span[] | null {
  if (first === undefined) return null;
  const { lately, usual } = statedStanding(first, context);
  return prose`Relationship officers: offer ${memberWords(context.sheet, first.member)} a place for what came in beyond the usual, ${sizeWords(lately)} against ${sizeWords(usual ?? lately)} in a usual month.`;
}
