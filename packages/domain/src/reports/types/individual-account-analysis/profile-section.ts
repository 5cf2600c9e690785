import type { Block, ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { NORMAL_COMPARED_DAYS } from '../../../members/against-normal.ts';
import { maskAccount } from '../../../members/mask-account.ts';
import { monthWords } from '../../day-words.ts';
import { absolute, counted, paragraph, prose, sentences } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import { table } from '../../table.ts';
import { isComparable } from '../../topics/against-before.ts';
import { alertLinks, alertsTable } from '../../topics/alerts-told.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { statedStanding } from '../../topics/members/stated-standing.ts';
import { noted } from '../../topics/noted.ts';
import { chartOf, section } from '../../topics/sections.ts';
import { orNothing, sizeWords } from '../../topics/size-words.ts';
import type { AccountProfile, ProfileCompany, ProfileReason } from './account-profile.ts';
import { companyFact, whyChosen } from './why-chosen.ts';

const TITLES: Readonly<Record<ProfileReason, string>> = {
  alerts: 'Most open alerts',
  risen: 'Largest rise of credits',
  fallen: 'Largest fall of credits',
  largest: 'Most credits',
  sent: 'Most sent to other institutions',
  busiest: 'Most entries',
};
const MOST_COMPANIES = 6;

export function profileSection(profile: AccountProfile, context: ReportContext): ReportSection | null {
  const { alerts } = profile;
  return section(
    TITLES[profile.reason],
    paragraph(identity(profile, context), whyChosen(profile, context)),
    paragraph(money(profile, context), usual(profile, context)),
    ...companiesBlocks(profile, context),
    monthsChart(profile, context),
    alerts.length === 0 ? null : alertsTable('Alerts on the account', alerts, context),
    alerts.length === 0 ? null : alertLinks(alerts),
  );
}

function identity({ standing }: AccountProfile, context: ReportContext): Span[] {
  const { since } = statedStanding(standing, context);
  return prose`${memberWords(context.sheet, standing.member)}, in the ledger since ${since}, at ${standing.risk} risk.`;
}

function money({ standing }: AccountProfile, context: ReportContext): Span[] {
  const { credits, debits } = statedStanding(standing, context);
  const before =
    credits.before === null || debits.before === null
      ? ''
      : prose`, after ${orNothing(credits.before)} and ${orNothing(debits.before)} in the period before`;
  return prose`In the period ${orNothing(credits.now)} came in and ${orNothing(debits.now)} went out${before}.`;
}

/** The last days against the usual month, as the member's page shows them. */
function usual({ standing }: AccountProfile, context: ReportContext): Span[] {
  const { usual, lately, againstUsual, verdict } = statedStanding(standing, context);
  const days = context.sheet.count(
    { label: 'Days compared with the usual month', source: 'Definition of the own normal' },
    NORMAL_COMPARED_DAYS,
  );
  if (usual === null || standing.normal === null)
    return prose`The account is too young for a usual month to compare with.`;
  if (standing.normal.creditCents === 0)
    return prose`In a usual month nothing comes in; the last ${days} days of the ledger brought ${orNothing(lately)}.`;
  const words =
    verdict === 'about' || againstUsual === null
      ? prose`about as much`
      : prose`${absolute(againstUsual)} ${verdict === 'above' ? 'more' : 'less'}`;
  return sentences(
    prose`A usual month brings ${sizeWords(usual)}; the last ${days} days of the ledger brought ${words} (${sizeWords(lately)}).`,
  );
}

function companiesBlocks({ companies, standing }: AccountProfile, context: ReportContext): (Block | null)[] {
  if (companies.length === 0) return [];
  const isCompared = isComparable(context.asked);
  const shown = companies.slice(0, MOST_COMPANIES);
  const who = maskAccount(standing.member.accountNumber);
  const right = (label: string) => ({ label, align: 'right' as const });
  const more = context.sheet.count(
    noted(`Further companies of ${who}`, 'Companies of its entries', context.asked.period),
    companies.length - shown.length,
  );
  return [
    table(
      'Who paid in and who collected',
      [
        { label: 'Company', align: 'left' },
        right('In'),
        ...(isCompared ? [right('In before')] : []),
        right('Out'),
        ...(isCompared ? [right('Out before')] : []),
      ],
      shown.map((company) => rowOf(company, who, context)),
    ),
    companies.length === shown.length
      ? null
      : paragraph(prose`${counted(more, 'further company', 'further companies')} moved less.`),
  ];
}

function rowOf(company: ProfileCompany, who: string, context: ReportContext) {
  const { asked, sheet } = context;
  const of = (label: string, period: typeof asked.period, cents: number) =>
    cents === 0
      ? null
      : sheet.money(noted(`${label} ${company.company}, ${who}`, 'Entries of the account', period), cents);
  const isCompared = isComparable(asked);
  return [
    companyFact(company, context),
    of('Credits of', asked.period, company.inCents),
    ...(isCompared ? [of('Credits of', asked.previous, company.inBeforeCents)] : []),
    of('Debits of', asked.period, company.outCents),
    ...(isCompared ? [of('Debits of', asked.previous, company.outBeforeCents)] : []),
  ];
}

function monthsChart({ months, standing }: AccountProfile, { sheet }: ReportContext): Block | null {
  const who = maskAccount(standing.member.accountNumber);
  const source = 'Months of the daily totals of the account';
  return chartOf({
    title: 'Credits and debits by month',
    type: 'line',
    unit: 'money',
    categories: months.map(({ month }) => sheet.month({ label: 'Month with entries', source }, month)),
    series: [
      {
        name: 'Credits',
        values: months.map(({ month, creditCents }) =>
          sheet.money({ label: `Credits of ${who}, ${monthWords(month)}`, source }, creditCents),
        ),
      },
      {
        name: 'Debits',
        values: months.map(({ month, debitCents }) =>
          sheet.money({ label: `Debits of ${who}, ${monthWords(month)}`, source }, debitCents),
        ),
      },
    ],
  });
}
