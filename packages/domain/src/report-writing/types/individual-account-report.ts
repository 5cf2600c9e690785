import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { type CreditPurpose, purposeOf } from '../../detection/entry-meaning.ts';
import type { MonthTotals } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { isComparable } from '../compared-facts.ts';
import { formatReportMonth } from '../format-fact.ts';
import { paragraph, right, rowChart, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { amountOrNothing, compactWithoutSign, prose, sentences, withNoun, withoutSign } from '../report-sentences.ts';
import { alertPhrase, type ReportedAlert } from '../sections/alert-facts.ts';
import { alertsBlocks } from '../sections/alert-sections.ts';
import { comparedDaysFact, type MemberFigures, memberFigureFacts, memberPhrase } from '../sections/member-figures.ts';
import type { Flows } from '../sections/money-flow-sections.ts';
import { type TransferCompany, transferRouteOf } from '../sections/transfer-sections.ts';
import { reportType } from './report-type.ts';

/** The reason an account is profiled: it ranks first by this measure among accounts not yet chosen. */
export const PROFILE_REASONS = ['alerts', 'risen', 'fallen', 'largest', 'sent', 'busiest'] as const;
export type ProfileReason = (typeof PROFILE_REASONS)[number];

export interface ProfileCompany extends Omit<TransferCompany, 'route'> {
  descriptions: readonly string[];
}

export interface AccountProfile {
  reason: ProfileReason;
  figures: MemberFigures;
  entries: number;
  /** Transfers to other institutions, apps and exchanges. Set only for the reason `sent`. */
  sent: { cents: Cents; mostTo: string } | null;
  /** All companies from both periods, sorted by largest total in the period. */
  companies: readonly ProfileCompany[];
  /** Up to twelve months with entries, oldest first. */
  months: readonly MonthTotals[];
  /** Open alerts first, then by risk and amount. */
  alerts: readonly ReportedAlert[];
}

export interface IndividualAccountData {
  flows: Flows;
  profiles: readonly AccountProfile[];
}

const PURPOSE_PHRASES: Readonly<Record<CreditPurpose, string>> = {
  payroll: 'payroll',
  government: 'a government benefit or pension',
  tax: 'a tax refund',
  loan: 'a loan payout',
  claim: 'an insurance claim',
  distribution: 'a payout of savings or investments',
  expense: 'an expense reimbursement',
  unemployment: 'an unemployment benefit',
};

const MAX_PROFILE_COMPANIES = 6;
/** Minimum amount, in cents, for questioning an unexplained payer. */
const MIN_QUESTIONED_CENTS: Cents = 300_000;

function accountOf(profile: AccountProfile, context: ReportContext) {
  const { sheet, scope } = context;
  const { member, openHigh } = profile.figures;
  const masked = maskAccount(member.accountNumber);
  const facts = memberFigureFacts(profile.figures, context);
  const { label, now, before } = facts.credits;
  return {
    ...profile,
    ...facts,
    context,
    masked,
    who: memberPhrase(sheet, member),
    openAlerts: () =>
      sheet.from('Unreviewed alerts', scope.asOf).count(`Open high-risk alerts for ${masked}`, openHigh),
    creditChange: () => compactWithoutSign(sheet.difference(`${label}, difference`, now, before ?? now)),
    /** Change in a company's credits since the previous period. */
    companyChange({ company, inCents, inBeforeCents }: ProfileCompany) {
      const { money } = sheet.from('Entries on the account', scope.period);
      return compactWithoutSign(money(`Credits for ${company}, ${masked}, difference`, inCents - inBeforeCents));
    },
  };
}
type Account = ReturnType<typeof accountOf>;

interface Reason {
  title: string;
  why: (account: Account) => Span[];
  short: (who: Span[], account: Account) => Span[];
}

const changeReason = (change: string, changed: string, way: 'more' | 'less'): Reason => ({
  title: `Largest ${change} in credits`,
  why: (account) =>
    prose`Credits ${changed} by ${account.creditChange()}, more than on any other account not already listed.${companyChangePhrase(account, way)}`,
  short: (who, { creditChange }) => prose`Credits ${changed} most for ${who}, by ${creditChange()}.`,
});

const REASONS: Readonly<Record<ProfileReason, Reason>> = {
  alerts: {
    title: 'Most open alerts',
    why: ({ openAlerts }) => prose`It has ${withNoun(openAlerts(), 'open high-risk alert')}; no account has more.`,
    short: (who, { openAlerts }) => prose`${who} has ${withNoun(openAlerts(), 'open high-risk alert')}.`,
  },
  risen: changeReason('increase', 'rose', 'more'),
  fallen: changeReason('decrease', 'fell', 'less'),
  largest: {
    title: 'Most credits',
    why: () => prose`Of the accounts not already listed, this one received the most in the period.`,
    short: (who, { credits }) => prose`${who} received the most, ${compactWithoutSign(credits.now)}.`,
  },
  sent: {
    title: 'Most sent to other institutions',
    why: ({ sent, masked, context: { scope, sheet } }) => {
      if (sent === null) return [];
      const mostTo = sheet.entryCompany(sent.mostTo);
      const { money } = sheet.from('Debits with companies that carry transfers', scope.period);
      return prose`${compactWithoutSign(money(`Transfers out of ${masked}`, sent.cents))} went to other institutions, payment apps or exchanges, mostly to ${mostTo}; of the accounts not already listed, this one sent the most.`;
    },
    short: (who) => prose`${who} sent the most to other institutions.`,
  },
  busiest: {
    title: 'Most entries',
    why: ({ entries, masked, context: { scope, sheet } }) => {
      const { count } = sheet.from('Credits and debits in the daily totals of the account', scope.period);
      return prose`It has ${withNoun(count(`Entries for ${masked}`, entries), 'entry', 'entries')} that moved money, the most of the accounts not already listed.`;
    },
    short: (who) => prose`${who} has the most entries.`,
  },
};

export const individualAccountAnalysis = reportType<IndividualAccountData>({
  type: 'individual_account_analysis',
  purpose: 'The accounts that stand out most, each with its credits and debits, companies, usual month and alerts.',
  headline({ profiles }, context) {
    if (profiles.length === 0) return prose`No account stands out: no money moved in the period.`;
    const { count } = context.sheet.from('Accounts that stand out', context.scope.period);
    const number = count('Accounts reviewed', profiles.length);
    return sentences(
      profiles.length === 1 ? prose`A single account stands out.` : prose`${withNoun(number, 'account')} stand out.`,
      ...profiles.slice(0, 3).map((profile) => {
        const who = memberPhrase(context.sheet, profile.figures.member);
        return REASONS[profile.reason].short(who, accountOf(profile, context));
      }),
    );
  },
  sections: [({ profiles }, context) => profiles.map((profile) => profileSection(accountOf(profile, context)))],
  actions: [({ profiles }, context) => profiles.map((profile) => actionOf(accountOf(profile, context)))],
  method: () => [
    prose`Each account is listed for a single reason, named in its section title; an account that is already listed is skipped in favor of the next. The purpose of entries is read from company names and entry descriptions, which the sender writes.`,
  ],
});

function profileSection(account: Account): ReportSection | null {
  const { reason, who, since, figures, months, masked, context } = account;
  const { title, why } = REASONS[reason];
  const monthFacts = context.sheet.from('Daily totals of the account, by month');
  const monthFact =
    (name: 'Credits' | 'Debits', key: 'creditCents' | 'debitCents') =>
    ({ month, [key]: cents }: MonthTotals) =>
      monthFacts.money(`${name} for ${masked}, ${formatReportMonth(month)}`, cents);
  return section(
    title,
    paragraph(prose`${who} has been in the ledger since ${since} and is at ${figures.risk} risk.`, why(account)),
    paragraph(moneySentence(account), usualMonthSentence(account)),
    companiesBlocks(account),
    rowChart(
      ['Credits and debits by month', 'line', 'money'],
      months,
      ({ month }) => monthFacts.month('Month with entries', month),
      { Credits: monthFact('Credits', 'creditCents'), Debits: monthFact('Debits', 'debitCents') },
    ),
    alertsBlocks('Alerts on the account', account.alerts, context),
  );
}

/** The stated purpose of a company's credits; null when there is none. */
function creditPurposeOf({ company, descriptions }: ProfileCompany): CreditPurpose | null {
  const purposes = [null, ...descriptions].map((entryDescription) =>
    purposeOf({ company, entryDescription, transactionType: 'Credit' }),
  );
  return purposes.find((purpose) => purpose !== null) ?? null;
}

function mainChangeOf({ companies }: Account, way: 'more' | 'less'): ProfileCompany | undefined {
  const change = ({ inCents, inBeforeCents }: ProfileCompany) =>
    way === 'more' ? inCents - inBeforeCents : inBeforeCents - inCents;
  const [first] = companies.toSorted((left, right) => change(right) - change(left));
  return first !== undefined && change(first) > 0 ? first : undefined;
}

function companyChangePhrase(account: Account, way: 'more' | 'less') {
  const company = mainChangeOf(account, way);
  if (company === undefined) return '';
  const change = account.companyChange(company);
  const purpose = creditPurposeOf(company);
  const purposeClause = purpose === null ? '' : `, described in its entries as ${PURPOSE_PHRASES[purpose]}`;
  return prose` ${account.context.sheet.entryCompany(company.company)} paid ${change} ${way}${purposeClause}.`;
}

function moneySentence({ credits, debits }: Account): Span[] {
  const before =
    credits.before === null || debits.before === null
      ? ''
      : prose`, compared with ${amountOrNothing(credits.before)} and ${amountOrNothing(debits.before)} in the previous period`;
  return prose`In the period, ${amountOrNothing(credits.now)} came in and ${amountOrNothing(debits.now)} went out${before}.`;
}

function usualMonthSentence({ usual, lately, againstUsual, verdict, figures, context }: Account): Span[] {
  const days = comparedDaysFact(context);
  if (usual === null) return prose`The account is too new to have a usual month.`;
  if (figures.normal?.creditCents === 0)
    return prose`In a usual month, nothing comes in; the last ${days} days of the ledger brought ${amountOrNothing(lately)}.`;
  const words =
    verdict === 'about' || againstUsual === null
      ? 'about as much'
      : prose`${withoutSign(againstUsual)} ${verdict === 'above' ? 'more' : 'less'}`;
  return prose`A usual month brings ${compactWithoutSign(usual)}; the last ${days} days of the ledger brought ${words} (${compactWithoutSign(lately)}).`;
}

function companiesBlocks({ companies, masked, context }: Account): (Block | null)[] {
  if (companies.length === 0) return [];
  const { scope, sheet } = context;
  const shown = companies.slice(0, MAX_PROFILE_COMPANIES);
  const { count } = sheet.from('Companies in its entries', scope.period);
  const more = count(`Other companies that paid or collected, ${masked}`, companies.length - shown.length);
  const isCompared = isComparable(scope);
  const moved = (label: string, period: typeof scope.period, cents: Cents) =>
    cents === 0 ? null : sheet.from('Entries on the account', period).money(`${label}, ${masked}`, cents);
  return [
    table(
      'Companies that paid or collected',
      ['Company', right('In'), right('Previous in'), right('Out'), right('Previous out')],
      shown.map(({ company, inCents, inBeforeCents, outCents, outBeforeCents }) => [
        sheet.entryCompany(company),
        moved(`Credits for ${company}`, scope.period, inCents),
        isCompared && moved(`Credits for ${company}`, scope.previous, inBeforeCents),
        moved(`Debits for ${company}`, scope.period, outCents),
        isCompared && moved(`Debits for ${company}`, scope.previous, outBeforeCents),
      ]),
    ),
    companies.length === shown.length
      ? null
      : paragraph(prose`${withNoun(more, 'other company', 'other companies')} moved smaller amounts.`),
  ];
}

/** Recommends an action for an open alert, an unexplained payer or credits that stopped. */
function actionOf(account: Account): Span[] | null {
  const { reason, who, verdict, lately, usual, context } = account;
  const open = account.alerts.find(({ reviewed }) => !reviewed);
  if (open !== undefined) return prose`Fraud analysts: review ${alertPhrase(open, context)}.`;
  if (reason === 'risen') {
    const payer = mainChangeOf(account, 'more');
    if (payer === undefined || payer.inBeforeCents > 0 || payer.inCents < MIN_QUESTIONED_CENTS) return null;
    if (isExplained(payer)) return null;
    const change = account.companyChange(payer);
    return prose`Fraud analysts: find out why ${context.sheet.entryCompany(payer.company)} pays ${who}; it paid ${change}, after nothing in the previous period, and the entries state no purpose.`;
  }
  if (reason !== 'fallen' || verdict !== 'below' || usual === null) return null;
  return prose`Member services: call ${who}, who recently received ${amountOrNothing(lately)}, compared with ${compactWithoutSign(usual)} in a usual month.`;
}

function isExplained(payer: ProfileCompany): boolean {
  const { company, descriptions } = payer;
  const purpose = creditPurposeOf(payer);
  if (purpose !== null && purpose !== 'unemployment') return true;
  const entry = { company, transactionType: 'Credit', isInternational: false } as const;
  return (descriptions.length === 0 ? [null] : descriptions).some(
    (entryDescription) => transferRouteOf({ ...entry, entryDescription }) !== null,
  );
}
