import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { INCOME_BAND_FROM, INCOME_BANDS, type IncomeBand } from '../../members/member-bands.ts';
import { compareWithUsual, USUAL_COMPARED_DAYS, type UsualMonth } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { pairsFrom } from '../compared-facts.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import { paragraph, right, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, prose, sentences, withNoun } from '../report-sentences.ts';

export interface CreditConcentration {
  receiving: number;
  creditCents: Cents;
  /** The one percent of members with the most credits (at least one member). */
  onePercent: { members: number; cents: Cents };
  /** Smallest number of members who together received half of all credits. */
  halfMembers: number;
  bands: Readonly<Record<IncomeBand, { members: number; cents: Cents }>>;
}

const BAND_LABELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;
const SOURCE = 'Credits in the daily totals of accounts';

/** "50.0% of all credits went to 12 of the 340 members who received any." Empty without credits. */
export function concentrationSentences(concentration: CreditConcentration, context: ReportContext): Span[] {
  const { scope, sheet } = context;
  const { receiving, creditCents, halfMembers, onePercent } = concentration;
  if (receiving === 0 || creditCents === 0) return [];
  const { count, share } = sheet.from(SOURCE, scope.period);
  const all = count('Members with credits', receiving);
  if (receiving === 1) return prose`A single member received all credits in the period.`;
  const half = count('Members who together received half of all credits', halfMembers);
  const few = count('One percent of the members with credits', onePercent.members);
  const most = 'Share of all credits that went to the one percent with the most';
  const part = share(most, onePercent.cents / creditCents);
  const who = onePercent.members > 1 ? withNoun(few, 'member') : 'member';
  return sentences(
    prose`${halfShareFact(context)} of all credits went to ${half} of the ${withNoun(all, 'member')} who received any.`,
    prose`The ${who} with the most credits received ${part}.`,
  );
}

/** Share of credits used to measure concentration. */
export const halfShareFact = ({ sheet }: ReportContext): CitedFact =>
  sheet.from('Definition of this figure').share('Share of credits examined', 0.5);

/** Sentences about concentration and a table by income. Empty without credits. */
export function concentrationBlocks(concentration: CreditConcentration, context: ReportContext): Block[] {
  const { bands, creditCents } = concentration;
  const { scope, sheet } = context;
  const spans = concentrationSentences(concentration, context);
  if (spans.length === 0) return [];
  const { money } = sheet.from(SOURCE, scope.period);
  const all = money('Credits for all members', creditCents);
  const rows = INCOME_BANDS.toReversed().map((band) => {
    const bounds = sheet.from('Income bands in the member list');
    const from = bounds.money(`Minimum monthly income, ${band}`, INCOME_BAND_FROM[band]);
    const { count } = sheet.from('Monthly income in the member list', scope.asOf);
    const members = count(`Members with ${band} income`, bands[band].members);
    const credits = money(`Credits for members with ${band} income`, bands[band].cents);
    const part = sheet.partOf(`Share of all credits, members with ${band} income`, credits, all);
    const shown = INCOME_BAND_FROM[band] === 0 ? null : compactWithoutSign(from);
    return [BAND_LABELS[band], shown, members, credits, part];
  });
  return [
    paragraph(spans),
    table(
      'Members by monthly income, with their credits in the period',
      ['Income', ...['Minimum per month', 'Members', 'Credits', 'Share of total'].map(right)],
      rows,
    ),
  ];
}

/** An account with its member's display name. */
export interface MemberRef {
  accountNumber: string;
  name: string;
}

/** Includes the last digits of the account number, because members may share a name. */
export function memberCells(sheet: FactSheet, { accountNumber, name }: MemberRef): [CitedFact, CitedFact] {
  const masked = maskAccount(accountNumber);
  const source = `Ledger member whose account ends in ${masked.slice(-4)}`;
  return [
    sheet.from(source).member('Member name', name),
    sheet.from(source).account('Account number, last digits', masked),
  ];
}

export function memberPhrase(sheet: FactSheet, member: MemberRef): Span[] {
  const [name, account] = memberCells(sheet, member);
  return prose`${name} (${account})`;
}

/** Figures for one member: the member list row, the usual month, and credits and debits in both periods. */
export interface MemberFigures {
  member: MemberRef;
  /** Monthly averages over the last year in the ledger, as in the member list. */
  incomeCents: Cents;
  billsCents: Cents;
  risk: RiskLevel;
  firstDay: Day;
  lastDay: Day;
  /** The usual month; null with fewer than three full months. */
  normal: UsualMonth | null;
  /** Credits and debits for the days that the member page compares with the usual month. */
  recentCreditCents: Cents;
  recentDebitCents: Cents;
  now: { creditCents: Cents; debitCents: Cents };
  before: { creditCents: Cents; debitCents: Cents };
  openHigh: number;
  openMedium: number;
  /** The company that paid the most within the year; null when none did. */
  mainSource: { company: string; cents: Cents } | null;
}

const MEMBER_LIST_SOURCE = 'Member list, last twelve months of the ledger';

/** Facts about one member. `usual`, `againstUsual` and `verdict` are null without a usual month. */
export function memberFigureFacts(figures: MemberFigures, context: ReportContext) {
  const { scope, sheet } = context;
  const { normal, recentCreditCents, mainSource, now, before } = figures;
  const who = maskAccount(figures.member.accountNumber);
  const source = 'Daily totals of the account';
  const pair = (label: string, kind: 'creditCents' | 'debitCents') =>
    pairsFrom(context, source).money(`${label} for ${who}`, now[kind], before[kind]);
  const medians = sheet.from('Median of the last full months', scope.asOf);
  const usual = normal && medians.money(`Usual month’s credits for ${who}`, normal.creditCents);
  const lately = sheet
    .from(source, scope.asOf)
    .money(`Credits in the last ${USUAL_COMPARED_DAYS} days for ${who}`, recentCreditCents);
  const memberList = sheet.from(MEMBER_LIST_SOURCE, scope.asOf);
  const payers = sheet.from('Credits in the last year');
  return {
    income: memberList.money(`Monthly income for ${who}`, figures.incomeCents),
    bills: memberList.money(`Monthly bills for ${who}`, figures.billsCents),
    credits: pair('Credits', 'creditCents'),
    debits: pair('Debits', 'debitCents'),
    usual,
    lately,
    againstUsual: usual && sheet.change(`Recent credits for ${who} compared with the usual month`, lately, usual),
    verdict: normal && compareWithUsual(recentCreditCents, normal.creditCents).verdict,
    since: sheet.from(source).day(`First entry for ${who}`, figures.firstDay),
    mainSource: mainSource && payers.company(`Company that paid ${who} the most`, mainSource.company),
  };
}

export const comparedDaysFact = ({ sheet }: ReportContext): CitedFact =>
  sheet.from('Definition of the usual month').count('Days compared with the usual month', USUAL_COMPARED_DAYS);
