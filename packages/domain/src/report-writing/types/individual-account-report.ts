import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { type CreditPurpose, purposeOf } from '../../detection/entry-meaning.ts';
import { type MonthTotals } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { isComparable } from '../compared-facts.ts';
import type { CitedFact } from '../fact-sheet.ts';
import { formatReportMonth } from '../format-fact.ts';
import { actionsSection, chartOf, paragraph, right, section, table } from '../report-blocks.ts';
import { type ReportComposer, type ReportContext, reportOf } from '../report-composer.ts';
import { dataLimitsSection } from '../report-data-limits.ts';
import {
  amountOrNothing,
  compactWithoutSign,
  prose,
  sentences,
  withNoun,
  withoutSign,
} from '../report-sentences.ts';
import { alertPhrase, type ReportedAlert } from '../sections/alert-facts.ts';
import { alertsBlocks } from '../sections/alert-sections.ts';
import {
  comparedDaysFact,
  type MemberFigures,
  memberFigureFacts,
  memberPhrase,
} from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';
import { type TransferCompany, transferRouteOf } from '../sections/transfer-sections.ts';

/** Why an account is profiled: among accounts not chosen yet, none stands out more by this measure. */
export const PROFILE_REASONS = ['alerts', 'risen', 'fallen', 'largest', 'sent', 'busiest'] as const;
export type ProfileReason = (typeof PROFILE_REASONS)[number];

export interface ProfileCompany extends Omit<TransferCompany, 'route'> {
  descriptions: readonly string[];
}

export interface AccountProfile {
  reason: ProfileReason;
  figures: MemberFigures;
  /** Entries of the period that moved money. */
  entries: number;
  /** What went to other institutions, apps and exchanges; only of `sent`. */
  sent: { cents: Cents; mostTo: string } | null;
  /** All companies of both periods, the largest of the period (in and out together) first. */
  companies: readonly ProfileCompany[];
  /** Up to twelve months, oldest first; months without entries are left out. */
  months: readonly MonthTotals[];
  /** Open ones first, then the riskiest and the largest. */
  alerts: readonly ReportedAlert[];
}

export interface IndividualAccountData {
  flows: Flows;
  profiles: readonly AccountProfile[];
}

const PURPOSE_PHRASES: Readonly<Record<CreditPurpose, string>> = {
  payroll: 'pay',
  government: 'a government benefit or pension',
  tax: 'a tax refund',
  loan: 'a loan payout',
  claim: 'an insurance claim',
  distribution: 'a payout of savings or investments',
  expense: 'a refund of expenses',
  unemployment: 'an unemployment benefit',
};

/** What a company's credits say they are for; null when they do not say. */
function creditPurposeOf({ company, descriptions }: ProfileCompany): CreditPurpose | null {
  const purposes = [null, ...descriptions].map((entryDescription) =>
    purposeOf({ company, entryDescription, transactionType: 'Credit' }),
  );
  return purposes.find((purpose) => purpose !== null) ?? null;
}

function largestChangeOf({ companies }: AccountProfile, sign: 1 | -1): ProfileCompany | null {
  const change = ({ inCents, inBeforeCents }: ProfileCompany) => sign * (inCents - inBeforeCents);
  const [first] = companies
    .filter((company) => change(company) > 0)
    .toSorted((a, b) => change(b) - change(a));
  return first ?? null;
}

function creditChangeFact(profile: AccountProfile, context: ReportContext): CitedFact {
  const { credits } = memberFigureFacts(profile.figures, context);
  return context.sheet.difference(`${credits.label}, difference`, credits.now, credits.before ?? credits.now);
}

function openAlertsFact({ figures }: AccountProfile, { scope, sheet }: ReportContext): CitedFact {
  const who = maskAccount(figures.member.accountNumber);
  return sheet
    .from('Alerts not yet reviewed', scope.asOf)
    .count(`Open high alerts of ${who}`, figures.openHigh);
}

function selectionReason(profile: AccountProfile, context: ReportContext): Span[] {
  const { scope, sheet } = context;
  const who = maskAccount(profile.figures.member.accountNumber);
  switch (profile.reason) {
    case 'alerts':
      return prose`${withNoun(openAlertsFact(profile, context), 'alert')} of high risk ${profile.figures.openHigh === 1 ? 'is' : 'are'} open on it; no account has more.`;
    case 'risen':
    case 'fallen': {
      const isRise = profile.reason === 'risen';
      return sentences(
        prose`Credits ${isRise ? 'rose' : 'fell'} by ${compactWithoutSign(creditChangeFact(profile, context))}, more than on other accounts.`,
        companyChangePhrase(profile, isRise ? 'more' : 'less', context),
      );
    }
    case 'largest':
      return prose`No account received more in the period.`;
    case 'sent': {
      if (profile.sent === null) return [];
      const mostTo = sheet.entryCompany(profile.sent.mostTo);
      const money = sheet
        .from('Debits with companies that carry transfers', scope.period)
        .money(`Transfers out of ${who}`, profile.sent.cents);
      return prose`${compactWithoutSign(money)} went to other institutions, payment apps or exchanges, mostly to ${mostTo}; of the accounts not named already none sent more.`;
    }
    case 'busiest': {
      const entries = sheet
        .from('Credits and debits in the daily totals of the account', scope.period)
        .count(`Entries of ${who}`, profile.entries);
      return prose`${withNoun(entries, 'entry', 'entries')} moved money on it; of the accounts not named already none has more.`;
    }
  }
}

function companyCreditChange(
  { company, inCents, inBeforeCents }: ProfileCompany,
  { figures }: AccountProfile,
  { scope, sheet }: ReportContext,
): CitedFact {
  const label = `Credits of ${company}, ${maskAccount(figures.member.accountNumber)}, difference`;
  return sheet.from('Entries of the account', scope.period).money(label, inCents - inBeforeCents);
}

function companyChangePhrase(profile: AccountProfile, way: 'more' | 'less', context: ReportContext) {
  const mover = largestChangeOf(profile, way === 'more' ? 1 : -1);
  if (mover === null) return null;
  const change = companyCreditChange(mover, profile, context);
  const purpose = creditPurposeOf(mover);
  const says = purpose === null ? '' : prose`, which its entries call ${PURPOSE_PHRASES[purpose]}`;
  return prose`${context.sheet.entryCompany(mover.company)} paid ${compactWithoutSign(change)} ${way}${says}.`;
}

const REASON_TITLES: Readonly<Record<ProfileReason, string>> = {
  alerts: 'Most open alerts',
  risen: 'Largest rise of credits',
  fallen: 'Largest fall of credits',
  largest: 'Most credits',
  sent: 'Most sent to other institutions',
  busiest: 'Most entries',
};
const MAX_PROFILE_COMPANIES = 6;

function profileSection(profile: AccountProfile, context: ReportContext): ReportSection | null {
  const { member, risk } = profile.figures;
  const { since } = memberFigureFacts(profile.figures, context);
  return section(
    REASON_TITLES[profile.reason],
    paragraph(
      prose`${memberPhrase(context.sheet, member)}, in the ledger since ${since}, at ${risk} risk.`,
      selectionReason(profile, context),
    ),
    paragraph(moneySentences(profile, context), usualMonthSentences(profile, context)),
    companiesBlocks(profile, context),
    monthsChart(profile, context),
    alertsBlocks('Alerts on the account', profile.alerts, context),
  );
}

function moneySentences({ figures }: AccountProfile, context: ReportContext): Span[] {
  const { credits, debits } = memberFigureFacts(figures, context);
  const before =
    credits.before === null || debits.before === null
      ? ''
      : prose`, after ${amountOrNothing(credits.before)} and ${amountOrNothing(debits.before)} in the period before`;
  return prose`In the period ${amountOrNothing(credits.now)} came in and ${amountOrNothing(debits.now)} went out${before}.`;
}

function usualMonthSentences({ figures }: AccountProfile, context: ReportContext): Span[] {
  const { usual, lately, againstUsual, verdict } = memberFigureFacts(figures, context);
  const days = comparedDaysFact(context);
  if (usual === null || figures.normal === null)
    return prose`The account is too young for a usual month to compare with.`;
  if (figures.normal.creditCents === 0)
    return prose`In a usual month nothing comes in; the last ${days} days of the ledger brought ${amountOrNothing(lately)}.`;
  const words =
    verdict === 'about' || againstUsual === null
      ? prose`about as much`
      : prose`${withoutSign(againstUsual)} ${verdict === 'above' ? 'more' : 'less'}`;
  return prose`A usual month brings ${compactWithoutSign(usual)}; the last ${days} days of the ledger brought ${words} (${compactWithoutSign(lately)}).`;
}

function companiesBlocks({ companies, figures }: AccountProfile, context: ReportContext): (Block | null)[] {
  if (companies.length === 0) return [];
  const isCompared = isComparable(context.scope);
  const shown = companies.slice(0, MAX_PROFILE_COMPANIES);
  const who = maskAccount(figures.member.accountNumber);
  const more = context.sheet
    .from('Companies of its entries', context.scope.period)
    .count(`Further companies of ${who}`, companies.length - shown.length);
  return [
    table(
      'Who paid in and who collected',
      [
        'Company',
        right('In'),
        isCompared && right('In before'),
        right('Out'),
        isCompared && right('Out before'),
      ],
      shown.map((company) => rowOf(company, who, context)),
    ),
    companies.length === shown.length
      ? null
      : paragraph(prose`${withNoun(more, 'further company', 'further companies')} moved less.`),
  ];
}

function rowOf(company: ProfileCompany, who: string, context: ReportContext) {
  const { scope, sheet } = context;
  const of = (label: string, period: typeof scope.period, cents: number) =>
    cents === 0
      ? null
      : sheet.from('Entries of the account', period).money(`${label} ${company.company}, ${who}`, cents);
  const isCompared = isComparable(scope);
  return [
    sheet.entryCompany(company.company),
    of('Credits of', scope.period, company.inCents),
    isCompared && of('Credits of', scope.previous, company.inBeforeCents),
    of('Debits of', scope.period, company.outCents),
    isCompared && of('Debits of', scope.previous, company.outBeforeCents),
  ];
}

function monthsChart({ months, figures }: AccountProfile, { sheet }: ReportContext): Block | null {
  const who = maskAccount(figures.member.accountNumber);
  const source = 'Months of the daily totals of the account';
  return chartOf({
    title: 'Credits and debits by month',
    type: 'line',
    unit: 'money',
    categories: months.map(({ month }) => sheet.from(source).month('Month with entries', month)),
    series: (['Credits', 'Debits'] as const).map((name) => ({
      name,
      values: months.map(({ month, creditCents, debitCents }) =>
        sheet
          .from(source)
          .money(
            `${name} of ${who}, ${formatReportMonth(month)}`,
            name === 'Credits' ? creditCents : debitCents,
          ),
      ),
    })),
  });
}

/** A single payer is questioned from this amount on. */
const MIN_QUESTIONED_CENTS: Cents = 300_000;

export const individualAccountAnalysis: ReportComposer<IndividualAccountData> = {
  type: 'individual_account_analysis',
  purpose:
    'The accounts that stand out most, each by itself: its money, its companies, its usual month and its alerts.',
  compose({ flows, profiles }, context) {
    return reportOf(headline(profiles, context), [
      ...profiles.map((profile) => profileSection(profile, context)),
      actionsSection(profiles.flatMap((profile) => actionsOf(profile, context))),
      dataLimitsSection(
        flows,
        [
          prose`Each account is chosen for a single reason, the one its section is named after; an account that was chosen already is passed over for the next. What entries are for is read from the names of companies and how entries are described, which whoever sends them writes.`,
        ],
        context,
      ),
    ]);
  },
};

function headline(profiles: readonly AccountProfile[], context: ReportContext): Span[] {
  if (profiles.length === 0) return prose`No account stands out: no money moved in the period.`;
  const number = context.sheet
    .from('Accounts that stand out', context.scope.period)
    .count('Accounts looked at', profiles.length);
  return sentences(
    profiles.length === 1
      ? prose`A single account stands out.`
      : prose`${withNoun(number, 'account')} stand out.`,
    ...profiles.slice(0, 3).map((profile) => inShort(profile, context)),
  );
}

function inShort(profile: AccountProfile, context: ReportContext): Span[] {
  const who = memberPhrase(context.sheet, profile.figures.member);
  const { credits } = memberFigureFacts(profile.figures, context);
  switch (profile.reason) {
    case 'alerts':
      return prose`${who} has ${withNoun(openAlertsFact(profile, context), 'open high alert')}.`;
    case 'risen':
    case 'fallen':
      return prose`Credits ${profile.reason === 'risen' ? 'rose' : 'fell'} most for ${who}, by ${compactWithoutSign(creditChangeFact(profile, context))}.`;
    case 'largest':
      return prose`Most came in for ${who}, ${compactWithoutSign(credits.now)}.`;
    case 'sent':
      return prose`${who} sent most to other institutions.`;
    case 'busiest':
      return prose`${who} has the most entries.`;
  }
}

/** Reasons to act are an open alert, an unexplained payer, and credits that stopped. */
function actionsOf(profile: AccountProfile, context: ReportContext): Span[][] {
  const open = profile.alerts.find(({ reviewed }) => !reviewed);
  if (open !== undefined) return [prose`Fraud analysts: review ${alertPhrase(open, context)}.`];
  const who = memberPhrase(context.sheet, profile.figures.member);
  if (profile.reason === 'risen') {
    const payer = largestChangeOf(profile, 1);
    if (payer === null || payer.inBeforeCents > 0 || payer.inCents < MIN_QUESTIONED_CENTS) return [];
    if (isExplained(payer)) return [];
    const amount = companyCreditChange(payer, profile, context);
    return [
      prose`Fraud analysts: find out what ${context.sheet.entryCompany(payer.company)} pays ${who} for; ${compactWithoutSign(amount)} came, nothing in the period before, and the entries do not say.`,
    ];
  }
  const { verdict, lately, usual } = memberFigureFacts(profile.figures, context);
  if (profile.reason !== 'fallen' || verdict !== 'below' || usual === null) return [];
  return [
    prose`Member services: call ${who}, whose last days brought ${amountOrNothing(lately)} against ${compactWithoutSign(usual)} in a usual month.`,
  ];
}

function isExplained(payer: ProfileCompany): boolean {
  const { company, descriptions } = payer;
  const isTransfer = (descriptions.length === 0 ? [null] : descriptions).some(
    (entryDescription) =>
      transferRouteOf({ company, entryDescription, transactionType: 'Credit', isInternational: false }) !==
      null,
  );
  const purpose = creditPurposeOf(payer);
  return isTransfer || (purpose !== null && purpose !== 'unemployment');
}
