import type { Draft, Scene } from '../draft.ts';
import { MERCHANTS, WALLETS } from '../world/companies.ts';

/** Of a joint account's purchases, how many the second holder makes. */
const JOINT_HOLDERS_SHARE = 0.35;

/** Purchases and transfers between friends, exactly as many as asked, spread over the window, busier before Christmas. */
export function everyday({ random, calendar }: Scene, count: number): Draft[] {
  const drafts: Draft[] = [];
  const days = calendar.shoppingDays;
  // People keep to a few shops and one wallet.
  const shops = [random.pick(MERCHANTS), random.pick(MERCHANTS), random.pickSkewed(MERCHANTS)];
  const wallet = random.pickSkewed(WALLETS);
  for (let k = 0; k < count; k += 1) {
    const day = days[Math.floor(((k + random.next()) / count) * days.length)] ?? calendar.lastDay;
    const draft = random.chance(0.6) ? purchase(day) : transfer(day);
    drafts.push(random.chance(JOINT_HOLDERS_SHARE) ? { ...draft, holder: 1 } : draft);
  }
  return drafts;

  function purchase(day: number): Draft {
    const originator = random.chance(0.75) ? random.pick(shops) : random.pick(MERCHANTS);
    return { day, cents: random.cents(46, 0.8), direction: 'Debit', originator };
  }

  function transfer(day: number): Draft {
    const originator = random.chance(0.85) ? wallet : random.pick(WALLETS);
    const cents = Math.round(random.cents(55, 0.7) / 500) * 500 + 500;
    return { day, cents, direction: random.chance(0.45) ? 'Credit' : 'Debit', originator };
  }
}
