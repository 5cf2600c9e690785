import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import type { RiskLevel } from '@clearwatch/contracts/alerts';
import type { Day } from '../../calendar/day.ts';
import { INCOME_BAND_FROM, INCOME_BANDS, type IncomeBand } from '../../members/member-bands.ts';
import { compareWithUsual, USUAL_COMPARED_DAYS, type UsualMonth } from '../../members/member-baseline.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import {
  compactWithoutSign,
  describeFactAsOf,
  describeFactIn,
  type PeriodPair,
  periodPair,
} from '../compared-facts.ts';
import type { CitedFact, FactDescription, FactSheet } from '../fact-sheet.ts';
import { prose, right, sentences, table, withNoun } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';

/** On how few members the credits of a period rest. */
export interface CreditConcentration {
  /** Members with credits in the period, and all of these. */
  receiving: number;
  creditCents: Cents;
  /** The one percent with the most credits (at least one member). */
  onePercent: { members: number; cents: Cents };
  /** How many of the largest together received half of all credits. */
  halfMembers: number;
  /** Members by the monthly income of the member list, with their credits in the period. */
  bands: Readonly<Record<IncomeBand, { members: number; cents: Cents }>>;
}

const BAND_LABELS = { low: 'Low', medium: 'Medium', high: 'High' } as const;
const SOURCE = 'Credits in the daily totals of accounts';

/** "50.0% of all credits went to 12 of 340 members who received any; the top 1% …". Empty without credits. */
export function concentrationSentences(concentration: CreditConcentration, context: ReportContext): Span[] {
  const { asked, sheet } = context;
  const { receiving, creditCents, halfMembers, onePercent } = concentration;
  if (receiving === 0 || creditCents === 0) return [];
  const all = sheet.count(describeFactIn('Members with credits', SOURCE, asked.period), receiving);
  if (receiving === 1) return prose`A single member received all credits of the period.`;
  const half = sheet.count(
    describeFactIn('Members who together received half of all credits', SOURCE, asked.period),
    halfMembers,
  );
  const few = sheet.count(
    describeFactIn('One percent of the members with credits', SOURCE, asked.period),
    onePercent.members,
  );
  const part = sheet.share(
    describeFactIn('Part of all credits that went to the one percent with the most', SOURCE, asked.period),
    onePercent.cents / creditCents,
  );
  return sentences(
    prose`${halfShareFact(context)} of all credits went to ${half} of the ${withNoun(all, 'member')} who received any.`,
    onePercent.members > 1
      ? prose`The ${withNoun(few, 'member')} with the most received ${part}.`
      : prose`The member with the most received ${part}.`,
  );
}

/** The part that is asked for when it is counted on how few members money rests. */
export function halfShareFact({ sheet }: ReportContext): CitedFact {
  return sheet.share(
    { label: 'Part of the credits that is asked for', source: 'Definition of this figure' },
    0.5,
  );
}

/** Members by the monthly income of the member list. */
export function incomeBandsTable(
  { bands, creditCents }: CreditConcentration,
  { asked, sheet }: ReportContext,
): Block {
  const all = sheet.money(describeFactIn('Credits of all members', SOURCE, asked.period), creditCents);
  return table(
    'Members by monthly income, with their credits in the period',
    ['Income', right('From a month'), right('Members'), right('Credits'), right('Part of all')],
    INCOME_BANDS.toReversed().map((band) => {
      const from = sheet.money(
        { label: `Least monthly income, ${band}`, source: 'Income bands of the member list' },
        INCOME_BAND_FROM[band],
      );
      const members = sheet.count(
        describeFactAsOf(`Members of ${band} income`, 'Monthly income of the member list', asked.asOf),
        bands[band].members,
      );
      const credits = sheet.money(
        describeFactIn(`Credits of members of ${band} income`, SOURCE, asked.period),
        bands[band].cents,
      );
      return [
        BAND_LABELS[band],
        INCOME_BAND_FROM[band] === 0 ? null : compactWithoutSign(from),
        members,
        credits,
        sheet.partOf(`Part of all credits, members of ${band} income`, credits, all),
      ];
    }),
  );
}

/** An account and the name that a person reads for it (`displayName`). */
export interface MemberRef {
  accountNumber: string;
  name: string;
}

/** The name, and the end of the account number, which tells namesakes apart. */
export function memberCells(sheet: FactSheet, { accountNumber, name }: MemberRef): [CitedFact, CitedFact] {
  const masked = maskAccount(accountNumber);
  const source = `Members of the ledger, the account that ends in ${masked.slice(-4)}`;
  return [
    sheet.member({ label: 'Name of the member', source }, name),
    sheet.account({ label: 'Account number, its end', source }, masked),
  ];
}

/** "Ana Sample (***0001)". */
export function memberPhrase(sheet: FactSheet, member: MemberRef): Span[] {
  const [name, account] = memberCells(sheet, member);
  return prose`${name} (${account})`;
}

/** What the screens say of one member: its row in the member list, its own normal, and its money in the periods asked for. */
export interface MemberFigures {
  member: MemberRef;
  /** Of an average month of the year that ends with the ledger, as the member list shows them. */
  incomeCents: Cents;
  billsCents: Cents;
  risk: RiskLevel;
  firstDay: Day;
  lastDay: Day;
  /** The usual month; null with fewer than three whole months. */
  normal: UsualMonth | null;
  /** Credits and debits of the days that the member's page compares with the usual month. */
  latelyCreditCents: Cents;
  latelyDebitCents: Cents;
  /** Money of the period and of the one before it. */
  now: { creditCents: Cents; debitCents: Cents };
  before: { creditCents: Cents; debitCents: Cents };
  openHigh: number;
  openMedium: number;
  /** The company that paid most within the year; null when nobody did. */
  mainSource: { company: string; cents: Cents } | null;
}

export interface MemberFigureFacts {
  income: CitedFact;
  bills: CitedFact;
  credits: PeriodPair;
  debits: PeriodPair;
  /** The usual month's credits and the last days'; null where there is no usual month. */
  usual: CitedFact | null;
  lately: CitedFact;
  /** How much more than usual the last days brought, as a part of the usual; null where there is nothing usual. */
  againstUsual: CitedFact | null;
  verdict: ReturnType<typeof compareWithUsual>['verdict'] | null;
  since: CitedFact;
  mainSource: CitedFact | null;
}

const MEMBER_LIST_SOURCE = 'Figures of the member list, twelve months that end with the ledger';

/** What is stated of one member, the same facts wherever it is. */
export function memberFigureFacts(
  standing: MemberFigures,
  { asked, sheet }: ReportContext,
): MemberFigureFacts {
  const { normal, latelyCreditCents, mainSource, now, before } = standing;
  const who = maskAccount(standing.member.accountNumber);
  const money = (note: FactDescription, cents: number) => sheet.money(note, cents);
  const of = (label: string, kind: 'creditCents' | 'debitCents') =>
    periodPair(
      asked,
      {
        label: `${label} of ${who}`,
        source: 'Daily totals of the account',
        now: now[kind],
        before: before[kind],
      },
      money,
    );
  const usualCents = normal?.creditCents ?? 0;
  const usual =
    normal === null
      ? null
      : money(
          describeFactAsOf(`Usual month’s credits of ${who}`, 'Median of the last whole months', asked.asOf),
          usualCents,
        );
  const lately = money(
    describeFactAsOf(
      `Credits of the last ${USUAL_COMPARED_DAYS} days of ${who}`,
      'Daily totals of the account',
      asked.asOf,
    ),
    latelyCreditCents,
  );
  return {
    income: money(
      describeFactAsOf(`Monthly income of ${who}`, MEMBER_LIST_SOURCE, asked.asOf),
      standing.incomeCents,
    ),
    bills: money(
      describeFactAsOf(`Monthly bills of ${who}`, MEMBER_LIST_SOURCE, asked.asOf),
      standing.billsCents,
    ),
    credits: of('Credits', 'creditCents'),
    debits: of('Debits', 'debitCents'),
    usual,
    lately,
    againstUsual:
      usual === null ? null : sheet.change(`Last days of ${who} against the usual month`, lately, usual),
    verdict: normal === null ? null : compareWithUsual(latelyCreditCents, usualCents).verdict,
    since: sheet.day(
      { label: `First entry of ${who}`, source: 'Daily totals of the account' },
      standing.firstDay,
    ),
    mainSource:
      mainSource === null
        ? null
        : sheet.company(
            { label: `Company that paid ${who} most`, source: 'Credits of the last year' },
            mainSource.company,
          ),
  };
}
