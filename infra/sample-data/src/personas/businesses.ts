import { BUSINESS_TAX_PAYMENT, CARD_PROCESSORS, SUPPLIERS, TRADE_CUSTOMERS } from '../originating-companies.ts';
import type { AccountScene, DraftEntry, PaymentStream } from '../sample-entry.ts';
import { around, credits, debits, monthly } from './recurring-payments.ts';

const settlements = credits({
  from: CARD_PROCESSORS,
  days: ({ calendar }) => calendar.days,
  cents: around(640, 0.5),
  stray: 0.6,
});

/** With the invoice in CTX addenda. */
const tradeReceipts: PaymentStream = (scene) => {
  const { random } = scene;
  const receipts = credits({
    from: TRADE_CUSTOMERS,
    days: ({ calendar }) => calendar.everyWeeks(2, random.int(1, 5), random.int(0, 1)),
    cents: around(950, 0.3),
    stray: 0.4,
  })(scene);
  let invoice = random.int(10_000, 80_000);
  return receipts.map((draft) => {
    invoice += random.int(1, 40);
    return { ...draft, addenda: `RMR*IV*${invoice}**${(draft.cents / 100).toFixed(2)}` };
  });
};

const supplierBills = debits({
  from: SUPPLIERS,
  days: ({ random, calendar }) => calendar.everyWeeks(1, random.int(1, 5), 0),
  cents: around(780, 0.5),
  stray: 0.5,
});

export const monthlyTax = debits({
  from: BUSINESS_TAX_PAYMENT,
  days: monthly(15, 'after'),
  cents: around(1_900, 0.4),
});

/** Exactly `quota` entries, unordered. */
export function businessEntries(scene: AccountScene, quota: number): DraftEntry[] {
  const streams = [settlements, supplierBills, monthlyTax, tradeReceipts, tradeReceipts, supplierBills];
  const drafts = streamsWithin(scene, streams, quota);
  return drafts.concat(purchaseOrders(scene, quota - drafts.length));
}

/** Omits streams that would exceed the quota. */
export function streamsWithin(scene: AccountScene, streams: readonly PaymentStream[], quota: number) {
  const drafts: DraftEntry[] = [];
  for (const stream of streams) {
    const more = stream(scene);
    if (drafts.length + more.length <= quota) for (const draft of more) drafts.push(draft);
  }
  return drafts;
}

function purchaseOrders({ random, calendar }: AccountScene, count: number): DraftEntry[] {
  return Array.from({ length: count }, (_, k) => ({
    day: calendar.days[Math.floor(((k + random.next()) / count) * calendar.days.length)] ?? calendar.lastDay,
    cents: random.cents(160, 0.7),
    direction: 'Debit' as const,
    originator: random.pick(SUPPLIERS),
  }));
}
