import type { Span } from '@clearwatch/contracts/reports/report-document';
import { isExemptPurpose } from '../../../fraud/preparation/purpose.ts';
import type { Stated } from '../../fact-sheet.ts';
import { counted, enumerated, prose, sentences } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { alertActions } from '../../topics/alert-actions.ts';
import { alertsSentence, risksSection } from '../../topics/alerts-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { noted } from '../../topics/noted.ts';
import type { AnomalyData } from './anomaly-data.ts';
import {
  companyWords,
  dayWords,
  institutionSection,
  listedPayments,
  paymentsSection,
  silentDaysSentence,
  silentWords,
} from './stands-out.ts';

const MOST_NAMED = 3;
const LEAST_PERIODS = 3;

/** What is far from its own past: members, companies and days, whether a rule saw it or not. */
export const anomalyDetection: ReportComposer<AnomalyData> = {
  type: 'anomaly_detection',
  purpose:
    'Members, companies and days that are far from their own past, whether a detection rule saw them or not.',
  compose(data, context) {
    return {
      headline: sentences(headline(data, context), alertsSentence(data.alerts, context)),
      sections: [
        ...paymentsSection(data, context),
        ...institutionSection(data, context),
        ...risksSection(data.alerts, { most: 5 }, context),
        actionsSection([
          ...unseenActions(data, context),
          silentAction(data, context),
          ...alertActions(data.alerts, context),
        ]),
        limitsSection(data.flows, method(data), context),
      ],
    };
  },
};

function headline(data: AnomalyData, { asked, sheet }: ReportContext): Span[] {
  const { payments, days, companies, silentCompanies } = data;
  const count = (label: string, number: number) =>
    sheet.count(noted(label, 'Held against their own past', asked.period), number);
  const parts = [
    { number: payments.length, one: 'payment of a member', many: 'payments of members' },
    {
      number: new Set([...companies, ...silentCompanies].map(({ company }) => company)).size,
      one: 'company',
      many: 'companies',
    },
    { number: days.length, one: 'day', many: 'days' },
  ].filter(({ number }) => number > 0);
  if (parts.length === 0) return prose`Nothing stands out against its own past.`;
  const said = parts.map(({ number, one, many }) =>
    counted(count(`What stands out, ${many}`, number), one, many),
  );
  const unseen = payments.filter(({ alertId }) => alertId === null).length;
  const total = parts.reduce((sum, { number }) => sum + number, 0);
  const stand = prose`${enumerated(said)} ${total === 1 ? 'stands' : 'stand'} out against ${total === 1 ? 'its' : 'their'} own past.`;
  if (payments.length === 0) return stand;
  return sentences(stand, seenWords(payments.length, unseen, count));
}

function seenWords(
  payments: number,
  unseen: number,
  count: (label: string, number: number) => Stated,
): Span[] {
  if (unseen === 0)
    return payments === 1 ? prose`The payment has an alert.` : prose`All payments have an alert.`;
  if (payments === 1) return prose`The payment has no alert.`;
  return prose`Of the payments ${count('Payments without an alert', unseen)} ${unseen === 1 ? 'has' : 'have'} no alert.`;
}

/** What no rule saw is looked at by nobody, unless a report asks for it. */
function unseenActions(data: AnomalyData, context: ReportContext): Span[][] {
  const { companies, silentCompanies, days } = data;
  const { sheet } = context;
  const unseen = listedPayments(data)
    .filter(({ alertId, purpose }) => alertId === null && !isExemptPurpose(purpose))
    .slice(0, MOST_NAMED);
  const [company] = companies;
  const [silent] = silentCompanies;
  const [day] = days;
  return [
    ...(unseen.length === 0
      ? []
      : [
          prose`Fraud analysts: look at ${enumerated(unseen.map(({ member }) => memberWords(sheet, member)))}: no alert speaks of them, and the entry names no usual purpose.`,
        ]),
    ...(company === undefined
      ? []
      : [prose`ACH operations: find out what changed. ${companyWords(company, data, context)}`]),
    ...(silent === undefined
      ? []
      : [
          prose`ACH operations: find out why nothing ${silent.direction === 'credits' ? 'came' : 'was collected'}. ${silentWords(silent, data, context)}`,
        ]),
    ...(day === undefined
      ? []
      : [prose`ACH operations: check the files of that day. ${dayWords(day, context)}`]),
  ];
}

function silentAction(data: AnomalyData, context: ReportContext): Span[] | null {
  const silent = silentDaysSentence(data, context);
  return silent === null ? null : prose`ACH operations: check Data Import for missing files. ${silent}`;
}

function method({ comparedPeriods }: AnomalyData): Span[][] {
  return [
    prose`A member’s day stands out when it is several times the largest day of the year before, and is looked for among the largest days of the period; a day of the institution when it is far above the same weekday and the same day of the month before.`,
    comparedPeriods < LEAST_PERIODS
      ? prose`Companies are not compared: the ledger is too short for periods of this length.`
      : prose`A company stands out when its sum is far above what it was in any of the periods of the same length before.`,
  ];
}
