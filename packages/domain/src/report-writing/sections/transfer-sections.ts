import type { ReportSection } from '@clearwatch/contracts/ai-reports';
import { type DescribedEntry, entryMeaningOf } from '../../companies/counterparty.ts';
import { type EntryPurpose, PURPOSE_WORDS } from '../../companies/entry-purposes.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { growthFact, isComparable, periodPair } from '../compared-facts.ts';
import type { CitedFact } from '../fact-sheet.ts';
import { chartOf, paragraph, right, section, table } from '../report-blocks.ts';
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

/**
 * Way of an entry that moves members' own money; null for other payments. Card and loan payments, wages and card settlements are
 * no transfers. A bank's entry counts when its description says transfer or investment; an unknown company is its own way.
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
    periodPair(context, 'money', {
      label: `${what}, ${way}`,
      source: `Sum of ${kind} ${SOURCE}`,
      now: sumOfTransfers(companies, `${way}Cents`),
      before: sumOfTransfers(companies, `${way}BeforeCents`),
    });
  return { out: pair('out', 'debits'), in: pair('in', 'credits') };
}

export function routeFact(route: TransferRoute, { sheet }: ReportContext) {
  return sheet
    .from('Read from the company’s name and how its entries are described')
    .word('Way of the transfer', ROUTE_LABELS[route]);
}

/** Debits less credits of a company; negative when more came in. */
export function netOutflowFact(company: TransferCompany, { scope, sheet }: ReportContext): CitedFact {
  return sheet
    .from(`Debits less credits ${SOURCE}`, scope.period)
    .money(`Transfers through ${company.company}, debits less credits`, company.outCents - company.inCents);
}

export function transferRoutesSection(transfers: Transfers, context: ReportContext): ReportSection | null {
  const byRoute = Map.groupBy(transfers.companies, ({ route }) => route);
  const rows = TRANSFER_ROUTES.filter((route) => byRoute.has(route)).map((route) => ({
    name: routeFact(route, context),
    ...transferFacts(byRoute.get(route) ?? [], ROUTE_LABELS[route], context),
  }));
  const isCompared = rows.some(({ out }) => out.before !== null);
  if (rows.length === 0) return null;
  return section(
    'Money to and from other institutions',
    table(
      'Transfers by way',
      [
        'Way',
        right('Out'),
        isCompared && right('Out before'),
        isCompared && right('Change'),
        right('In'),
        isCompared && right('In before'),
        isCompared && right('Change'),
      ],
      rows.map(({ name, out, in: into }) => [
        name,
        out.now,
        isCompared && out.before,
        isCompared && growthFact(context.sheet, out),
        into.now,
        isCompared && into.before,
        isCompared && growthFact(context.sheet, into),
      ]),
    ),
    unclassifiedParagraph(transfers, context),
    chartOf({
      title: 'Transfers of the period by way',
      type: 'bar',
      unit: 'money',
      categories: rows.map(({ name }) => name),
      series: [
        { name: 'Out', values: rows.map(({ out }) => out.now) },
        { name: 'In', values: rows.map(({ in: into }) => into.now) },
      ],
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
  const institutions = money(
    'institutions',
    'Banks and brokers, purpose not stated',
    'of banks and brokers whose description does not say what they are for',
  );
  const unknown = money(
    'unknown',
    'Counterparty type and purpose unknown',
    'of companies that neither their name nor the description tells',
  );
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
    out: periodPair(context, 'money', {
      label: `Transfers out of ${who}`,
      source: `Debits ${source}`,
      now: outCents,
      before: outBeforeCents,
    }),
    in: sheet.from(`Credits ${source}`, scope.period).money(`Transfers in of ${who}`, inCents),
    mostTo: sheet.entryCompany(mostTo),
  };
}

export function sendersSection({ senders }: Transfers, context: ReportContext): ReportSection | null {
  if (senders.length === 0) return null;
  const isCompared = isComparable(context.scope);
  return section(
    'Members who send most',
    table(
      'Largest transfers out, by member',
      ['Member', 'Account', right('Out'), isCompared && right('Out before'), right('In'), 'Mostly to'],
      senders.map((sender) => {
        const { out, in: into, mostTo } = senderFacts(sender, context);
        const cells = memberCells(context.sheet, sender.member);
        return [...cells, out.now, isCompared && out.before, into, mostTo];
      }),
    ),
  );
}

/** In a ledger that has just begun every use would be a first one. */
export function firstUseSection({ firstUse }: Transfers, context: ReportContext): ReportSection | null {
  const { scope, sheet } = context;
  if (!isComparable(scope)) return null;
  const source = 'Accounts whose first entry with a company of this way is dated';
  const used = firstUse
    .filter(({ now, before }) => now + before > 0)
    .map(({ route, now, before }) => ({
      name: routeFact(route, context),
      ...periodPair({ scope, sheet }, 'count', {
        label: `First use, ${ROUTE_LABELS[route]}`,
        source,
        now,
        before,
      }),
    }));
  if (used.length === 0) return null;
  return section(
    'First use',
    paragraph(
      prose`Members whose first entry by a way, as far as the ledger reaches back, lies in the period.`,
    ),
    table(
      'Members who used a way for the first time',
      ['Way', right('Members'), right('Period before')],
      used.map(({ name, now, before }) => [name, now, before]),
    ),
  );
}

export function internationalTransfersSection(
  { international }: Transfers,
  context: ReportContext,
): ReportSection | null {
  const { scope, sheet } = context;
  const { entries, entriesBefore, inCents, outCents, members } = international;
  if (entries === 0 && entriesBefore === 0) return null;
  const source = 'Entries of class IAT that moved money';
  const count = periodPair({ scope, sheet }, 'count', {
    label: 'International entries',
    source,
    now: entries,
    before: entriesBefore,
  });
  const before = count.before === null ? '' : prose`, after ${count.before} in the period before`;
  if (entries === 0) return section('International entries', paragraph(prose`There was none${before}.`));
  const into = sheet.from(source, scope.period).money('International credits', inCents);
  const out = sheet.from(source, scope.period).money('International debits', outCents);
  const accounts = sheet.from(source, scope.period).count('Members with international entries', members);
  const amounts =
    outCents === 0
      ? prose`${into} came in`
      : inCents === 0
        ? prose`${out} went out`
        : prose`${into} came in and ${out} went out`;
  return section(
    'International entries',
    paragraph(
      prose`${withNoun(count.now, 'international entry (IAT)', 'international entries (IAT)')} of ${withNoun(accounts, 'member')}${before}: ${amounts}.`,
    ),
  );
}
