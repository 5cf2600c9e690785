import {
  BUSINESS_TAX_PAYMENT,
  CARD_PROCESSORS,
  SUPPLIERS,
  TRADE_CUSTOMERS,
} from '../originating-companies.ts';
import type { AccountScene, DraftEntry, PaymentStream } from '../sample-entry.ts';
import { recurring } from './recurring-payments.ts';

/** Card takings of a shop: one settlement each banking day. */
const settlements: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.days,
    originator: random.pick(CARD_PROCESSORS),
    direction: 'Credit',
    cents: random.cents(640, 0.5),
    stray: 0.6,
  });

/** A regular trade customer, paying by CTX with the invoice in the addenda. */
const tradeReceipts: PaymentStream = ({ random, calendar }) => {
  const receipts = recurring({
    random,
    days: calendar.everyWeeks(2, random.int(1, 5), random.int(0, 1)),
    originator: random.pick(TRADE_CUSTOMERS),
    direction: 'Credit',
    cents: random.cents(950, 0.3),
    stray: 0.4,
  });
  let invoice = random.int(10_000, 80_000);
  return receipts.map((draft) => {
    invoice += random.int(1, 40);
    return { ...draft, addenda: `RMR*IV*${invoice}**${(draft.cents / 100).toFixed(2)}` };
  });
};

const supplierBills: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.everyWeeks(1, random.int(1, 5), 0),
    originator: random.pick(SUPPLIERS),
    direction: 'Debit',
    cents: random.cents(780, 0.5),
    stray: 0.5,
  });

export const monthlyTax: PaymentStream = ({ random, calendar }) =>
  recurring({
    random,
    days: calendar.monthly(15, 'after'),
    originator: BUSINESS_TAX_PAYMENT,
    direction: 'Debit',
    cents: random.cents(1_900, 0.4),
  });

/** A business account's entries, exactly `quota` of them, unordered. */
export function businessEntries(scene: AccountScene, quota: number): DraftEntry[] {
  const drafts: DraftEntry[] = [];
  const streams = [settlements, supplierBills, monthlyTax, tradeReceipts, tradeReceipts, supplierBills];
  for (const stream of streams) {
    const some = stream(scene);
    if (drafts.length + some.length <= quota) for (const draft of some) drafts.push(draft);
  }
  return drafts.concat(purchaseOrders(scene, quota - drafts.length));
}

/** Purchases of goods, as many as needed; a large shop buys every day. */
function purchaseOrders({ random, calendar }: AccountScene, count: number): DraftEntry[] {
  return Array.from({ length: count }, (_, k) => ({
    day: calendar.days[Math.floor(((k + random.next()) / count) * calendar.days.length)] ?? calendar.lastDay,
    cents: random.cents(160, 0.7),
    direction: 'Debit' as const,
    originator: random.pick(SUPPLIERS),
  }));
}
