import type { ReportSection } from '@clearwatch/contracts/ai-reports';
import { type DescribedEntry, entryMeaningOf } from '../../companies/counterparty.ts';
import { type EntryPurpose, PURPOSE_WORDS } from '../../companies/entry-purposes.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { growthFact, isComparable, type PeriodPair, pairsFrom } from '../compared-facts.ts';
import type { CitedFact } from '../fact-sheet.ts';
import { paragraph, right, rowChart, section, type TableCell, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { prose, withNoun } from '../report-sentences.ts';
import { type MemberRef, memberCells } from './member-figures.ts';

/** Listed in the order in which they appear in reports. */
export const TRANSFER_ROUTES = ['bank', 'app', 'crypto', 'remittance', 'international', 'unknown'] as const;
export type TransferRoute = (typeof TRANSFER_ROUTES)[number];

const ROUTE_LABELS: Readonly<Record<TransferRoute, string>> = {
  bank: 'Other banks and brokers',
  app: 'Payment apps and wallets',
  crypto: 'Cryptocurrency exchanges',
  remittance: 'Money transfer companies',
  international: 'Other international (IAT)',
  unknown: 'Counterparty type unknown',
};

/** Entries with these purposes are not transfers unless they are international. */
const NO_TRANSFER: ReadonlySet<EntryPurpose> = new Set([
  'wages',
  'benefit',
  'tax',
  'tax_refund',
  'card_payment',
  'loan_payment',
  'loan_proceeds',
  'merchant_settlement',
  'account_validation',
]);

/**
 * Null for payments, wages and card settlements that are not international. Bank entries count only when
 * their description indicates a transfer or an investment.
 */
export function transferRouteOf(entry: DescribedEntry & { isInternational: boolean }): TransferRoute | null {
  const elsewhere = entry.isInternational ? 'international' : null;
  const { kind, purpose } = entryMeaningOf(entry);
  if (NO_TRANSFER.has(purpose)) return elsewhere;
  if (kind === 'crypto' || kind === 'remittance') return kind;
  if (kind === 'payment_app') return 'app';
  if (kind === 'bank' || kind === 'broker') {
    const isIncome = PURPOSE_WORDS.income.test((entry.entryDescription ?? '').toUpperCase());
    const moves = purpose === 'transfer' || (purpose === 'investment' && !isIncome);
    return moves ? 'bank' : elsewhere;
  }
  if (kind === 'unknown' && purpose === 'transfer') return 'unknown';
  return elsewhere;
}

/**
 * The reason an entry may be an unidentified transfer; null when its company name or description identifies
 * it.
 */
export function unclassifiedTransferOf(entry: DescribedEntry): 'institutions' | 'unknown' | null {
  const { kind, purpose } = entryMeaningOf(entry);
  if (purpose !== 'unknown') return null;
  if (kind === 'bank' || kind === 'broker') return 'institutions';
  return kind === 'unknown' ? 'unknown' : null;
}

/** A company through which members move money. "Out" is the sum of debits; "in" is the sum of credits. */
export interface TransferCompany {
  company: string;
  route: TransferRoute;
  outCents: Cents;
  inCents: Cents;
  outBeforeCents: Cents;
  inBeforeCents: Cents;
}

export interface TransferSender {
  member: MemberRef;
  outCents: Cents;
  outBeforeCents: Cents;
  inCents: Cents;
  mostTo: string;
}

export interface Transfers {
  /** Companies with credits or debits in either period, largest total in the period first. */
  companies: readonly TransferCompany[];
  /**
   * Money in the period that could not be classified: entries from banks and brokers, and from unknown
   * companies.
   */
  unclassified: Readonly<Record<'institutions' | 'unknown', { outCents: Cents; inCents: Cents }>>;
  /** Accounts whose first entry through a channel is in the period, and in the previous period. */
  firstUse: readonly { route: TransferRoute; now: number; before: number }[];
  /** Members who sent the most, largest amount first. */
  senders: readonly TransferSender[];
  /** Members whose transfers out changed the most since the previous period, largest change first. */
  changed: readonly TransferSender[];
  /** IAT entries, regardless of the company. */
  international: { entries: number; entriesBefore: number; inCents: Cents; outCents: Cents; members: number };
}

const SOURCE = 'in transfers with banks, brokers, apps, exchanges, money transfer firms or parties abroad';

export function sumOfTransfers(
  companies: readonly TransferCompany[],
  figure: Exclude<keyof TransferCompany, 'company' | 'route'>,
): Cents {
  return companies.reduce((sum, company) => sum + company[figure], 0);
}

export function transferFacts(companies: readonly TransferCompany[], what: string, context: ReportContext) {
  const pair = (way: 'out' | 'in', kind: string) =>
    pairsFrom(context, `Sum of ${kind} ${SOURCE}`).money(
      `${what}, ${way}`,
      sumOfTransfers(companies, `${way}Cents`),
      sumOfTransfers(companies, `${way}BeforeCents`),
    );
  return { out: pair('out', 'debits'), in: pair('in', 'credits') };
}

export const routeFact = (route: TransferRoute, { sheet }: ReportContext): CitedFact =>
  sheet.from('Company name and entry descriptions').word('Transfer channel', ROUTE_LABELS[route]);

/** A company's debits minus credits; negative when more money came in. */
export function netOutflowFact(company: TransferCompany, { scope, sheet }: ReportContext): CitedFact {
  const { money } = sheet.from(`Debits less credits ${SOURCE}`, scope.period);
  const net = company.outCents - company.inCents;
  return money(`Transfers through ${company.company}, debits less credits`, net);
}

export function transferRoutesSection(transfers: Transfers, context: ReportContext): ReportSection | null {
  const byRoute = Map.groupBy(transfers.companies, ({ route }) => route);
  const rows = TRANSFER_ROUTES.filter((route) => byRoute.has(route)).map((route) => ({
    name: routeFact(route, context),
    ...transferFacts(byRoute.get(route) ?? [], ROUTE_LABELS[route], context),
  }));
  if (rows.length === 0) return null;
  const cells = (pair: PeriodPair): (TableCell | false)[] => [
    pair.now,
    pair.before ?? false,
    pair.before !== null && growthFact(context.sheet, pair),
  ];
  return section(
    'Money to and from other institutions',
    table(
      'Transfers by channel',
      ['Channel', ...['Out', 'Previous out', 'Change', 'In', 'Previous in', 'Change'].map(right)],
      rows.map(({ name, out, in: into }) => [name, ...cells(out), ...cells(into)]),
    ),
    unclassifiedParagraph(transfers, context),
    rowChart(['Transfers in the period by channel', 'bar', 'money'], rows, ({ name }) => name, {
      Out: ({ out }) => out.now,
      In: ({ in: into }) => into.now,
    }),
  );
}

/** Shows unclassified money so that readers see how much may be missing. */
function unclassifiedParagraph({ unclassified }: Transfers, { scope, sheet }: ReportContext) {
  const money = (what: keyof Transfers['unclassified'], label: string, source: string) => {
    const { outCents, inCents } = unclassified[what];
    if (outCents + inCents === 0) return null;
    const out = sheet.from(`Debits ${source}`, scope.period).money(`${label}, out`, outCents);
    const into = sheet.from(`Credits ${source}`, scope.period).money(`${label}, in`, inCents);
    return prose`${out} out and ${into} in`;
  };
  const unstated = 'in entries from banks and brokers without a stated purpose';
  const institutions = money('institutions', 'Banks and brokers, purpose not stated', unstated);
  const unknownSource = 'in entries that neither company name nor description identifies';
  const unknown = money('unknown', 'Counterparty type and purpose unknown', unknownSource);
  return paragraph(
    institutions &&
      prose`Entries from banks and brokers without a stated purpose are not counted as transfers: ${institutions}.`,
    unknown && prose`Entries with an unknown counterparty type and purpose are not counted as transfers: ${unknown}.`,
  );
}

export function senderFacts(
  { member, outCents, outBeforeCents, inCents, mostTo }: TransferSender,
  context: ReportContext,
) {
  const { scope, sheet } = context;
  const who = maskAccount(member.accountNumber);
  const source = 'on the account from companies that carry transfers';
  return {
    out: pairsFrom(context, `Debits ${source}`).money(`Transfers out of ${who}`, outCents, outBeforeCents),
    in: sheet.from(`Credits ${source}`, scope.period).money(`Transfers into ${who}`, inCents),
    mostTo: sheet.entryCompany(mostTo),
  };
}

export function sendersSection({ senders }: Transfers, context: ReportContext): ReportSection | null {
  if (senders.length === 0) return null;
  return section(
    'Members who sent the most',
    table(
      'Largest transfers out, by member',
      ['Member', 'Account', right('Out'), right('Previous out'), right('In'), 'Mostly to'],
      senders.map((sender) => {
        const { out, in: into, mostTo } = senderFacts(sender, context);
        return [...memberCells(context.sheet, sender.member), out.now, out.before ?? false, into, mostTo];
      }),
    ),
  );
}

/** In a new ledger, every use looks like a first use. */
export function firstUseSection({ firstUse }: Transfers, context: ReportContext): ReportSection | null {
  if (!isComparable(context.scope)) return null;
  const { count } = pairsFrom(context, 'Accounts with their first entry through this channel');
  const rows = firstUse
    .filter(({ now, before }) => now + before > 0)
    .map(({ route, now, before }) => {
      const name = routeFact(route, context);
      const used = count(
        `First use, ${ROUTE_LABELS[route].replace(/^./, (first) => first.toLowerCase())}`,
        now,
        before,
      );
      return [name, used.now, used.before];
    });
  if (rows.length === 0) return null;
  return section(
    'First use',
    paragraph(
      prose`The table counts members whose first transfer through a channel, as far back as the ledger goes, was in the period.`,
    ),
    table(
      'Members who used a channel for the first time',
      ['Channel', right('Members'), right('Previous period')],
      rows,
    ),
  );
}

export function internationalTransfersSection({ international }: Transfers, context: ReportContext) {
  const { entries, entriesBefore, inCents, outCents, members } = international;
  if (entries === 0 && entriesBefore === 0) return null;
  const source = 'IAT entries that moved money';
  const all = pairsFrom(context, source).count('International entries', entries, entriesBefore);
  const before = all.before === null ? '' : prose`, compared with ${all.before} in the previous period`;
  if (entries === 0)
    return section('International entries', paragraph(prose`There were no international entries${before}.`));
  const { money, count } = context.sheet.from(source, context.scope.period);
  const into = prose`${money('International credits', inCents)} came in`;
  const out = prose`${money('International debits', outCents)} went out`;
  const who = withNoun(count('Members with international entries', members), 'member');
  const amounts = outCents === 0 ? into : inCents === 0 ? out : prose`${into} and ${out}`;
  const number = withNoun(all.now, 'international entry (IAT)', 'international entries (IAT)');
  return section('International entries', paragraph(prose`${who} had ${number}${before}: ${amounts}.`));
}
