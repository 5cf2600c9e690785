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

/** In the order in which reports list them. */
export const TRANSFER_ROUTES = ['bank', 'app', 'crypto', 'remittance', 'international', 'unknown'] as const;
export type TransferRoute = (typeof TRANSFER_ROUTES)[number];

const ROUTE_LABELS: Readonly<Record<TransferRoute, string>> = {
  bank: 'Other banks and brokers',
  app: 'Payment apps and wallets',
  crypto: 'Cryptocurrency exchanges',
  remittance: 'Money remittance',
  international: 'Other international (IAT)',
  unknown: 'Counterparty type unknown',
};

/** Money that is paid, earned or owed, whoever carries it. */
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

/** Null for payments, wages and card settlements. A bank's entry counts when its description says transfer or investment. */
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

/** Money that may be a transfer although neither name nor description says so; null when one does. */
export function unclassifiedTransferOf(entry: DescribedEntry): 'institutions' | 'unknown' | null {
  const { kind, purpose } = entryMeaningOf(entry);
  if (purpose !== 'unknown') return null;
  if (kind === 'bank' || kind === 'broker') return 'institutions';
  return kind === 'unknown' ? 'unknown' : null;
}

/** A company through which members move money, and how much of it. Out is what debits took, in what credits brought. */
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
  /** All with money in one of the two periods, the largest of the period (out and in together) first. */
  companies: readonly TransferCompany[];
  /** Money of the period that could not be classified: entries of banks and brokers, and of unknown companies. */
  unclassified: Readonly<Record<'institutions' | 'unknown', { outCents: Cents; inCents: Cents }>>;
  /** Accounts whose first entry by a way lies in the period, and in the one before. */
  firstUse: readonly { route: TransferRoute; now: number; before: number }[];
  /** Who sent most, the largest first. */
  senders: readonly TransferSender[];
  /** Whose transfers out changed most against the period before, up or down, the largest change first. */
  changed: readonly TransferSender[];
  /** Entries of class IAT, whatever else their company is. */
  international: { entries: number; entriesBefore: number; inCents: Cents; outCents: Cents; members: number };
}

const SOURCE = 'of entries that name a bank, broker, app, exchange or sender abroad and are transfers';

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
  sheet
    .from('Read from the company’s name and how its entries are described')
    .word('Way of the transfer', ROUTE_LABELS[route]);

/** Debits less credits of a company; negative when more came in. */
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
      'Transfers by way',
      ['Way', ...['Out', 'Out before', 'Change', 'In', 'In before', 'Change'].map(right)],
      rows.map(({ name, out, in: into }) => [name, ...cells(out), ...cells(into)]),
    ),
    unclassifiedParagraph(transfers, context),
    rowChart(['Transfers of the period by way', 'bar', 'money'], rows, ({ name }) => name, {
      Out: ({ out }) => out.now,
      In: ({ in: into }) => into.now,
    }),
  );
}

/** Transfers that could not be classified, so that readers see how much is missing. */
function unclassifiedParagraph({ unclassified }: Transfers, { scope, sheet }: ReportContext) {
  const money = (what: keyof Transfers['unclassified'], label: string, source: string) => {
    const { outCents, inCents } = unclassified[what];
    if (outCents + inCents === 0) return null;
    const out = sheet.from(`Debits ${source}`, scope.period).money(`${label}, out`, outCents);
    const into = sheet.from(`Credits ${source}`, scope.period).money(`${label}, in`, inCents);
    return prose`${out} out and ${into} in`;
  };
  const untold = 'of banks and brokers whose description does not say what they are for';
  const institutions = money('institutions', 'Banks and brokers, purpose not stated', untold);
  const unnamed = 'of companies that neither their name nor the description tells';
  const unknown = money('unknown', 'Counterparty type and purpose unknown', unnamed);
  return paragraph(
    institutions &&
      prose`Entries of banks and brokers that do not say what they are for are in no sum of transfers: ${institutions}.`,
    unknown && prose`Counterparty type and purpose unknown, and in no sum of transfers: ${unknown}.`,
  );
}

export function senderFacts(
  { member, outCents, outBeforeCents, inCents, mostTo }: TransferSender,
  context: ReportContext,
) {
  const { scope, sheet } = context;
  const who = maskAccount(member.accountNumber);
  const source = 'of the account with companies that carry transfers';
  return {
    out: pairsFrom(context, `Debits ${source}`).money(`Transfers out of ${who}`, outCents, outBeforeCents),
    in: sheet.from(`Credits ${source}`, scope.period).money(`Transfers in of ${who}`, inCents),
    mostTo: sheet.entryCompany(mostTo),
  };
}

export function sendersSection({ senders }: Transfers, context: ReportContext): ReportSection | null {
  if (senders.length === 0) return null;
  return section(
    'Members who send most',
    table(
      'Largest transfers out, by member',
      ['Member', 'Account', right('Out'), right('Out before'), right('In'), 'Mostly to'],
      senders.map((sender) => {
        const { out, in: into, mostTo } = senderFacts(sender, context);
        return [...memberCells(context.sheet, sender.member), out.now, out.before ?? false, into, mostTo];
      }),
    ),
  );
}

/** In a ledger that has just begun every use would be a first one. */
export function firstUseSection({ firstUse }: Transfers, context: ReportContext): ReportSection | null {
  if (!isComparable(context.scope)) return null;
  const { count } = pairsFrom(context, 'Accounts whose first entry with a company of this way is dated');
  const rows = firstUse
    .filter(({ now, before }) => now + before > 0)
    .map(({ route, now, before }) => {
      const name = routeFact(route, context);
      const used = count(`First use, ${ROUTE_LABELS[route]}`, now, before);
      return [name, used.now, used.before];
    });
  if (rows.length === 0) return null;
  return section(
    'First use',
    paragraph(
      prose`Members whose first entry by a way, as far as the ledger reaches back, lies in the period.`,
    ),
    table(
      'Members who used a way for the first time',
      ['Way', right('Members'), right('Period before')],
      rows,
    ),
  );
}

export function internationalTransfersSection({ international }: Transfers, context: ReportContext) {
  const { entries, entriesBefore, inCents, outCents, members } = international;
  if (entries === 0 && entriesBefore === 0) return null;
  const source = 'Entries of class IAT that moved money';
  const all = pairsFrom(context, source).count('International entries', entries, entriesBefore);
  const before = all.before === null ? '' : prose`, after ${all.before} in the period before`;
  if (entries === 0) return section('International entries', paragraph(prose`There was none${before}.`));
  const { money, count } = context.sheet.from(source, context.scope.period);
  const into = prose`${money('International credits', inCents)} came in`;
  const out = prose`${money('International debits', outCents)} went out`;
  const who = withNoun(count('Members with international entries', members), 'member');
  const amounts = outCents === 0 ? into : inCents === 0 ? out : prose`${into} and ${out}`;
  const number = withNoun(all.now, 'international entry (IAT)', 'international entries (IAT)');
  return section('International entries', paragraph(prose`${number} of ${who}${before}: ${amounts}.`));
}
