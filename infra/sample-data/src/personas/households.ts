import { MERCHANTS, WALLETS } from '../originating-companies.ts';
import type { AccountScene, DraftEntry, PaymentStream } from '../sample-entry.ts';
import { streamsWithin } from './businesses.ts';
import {
  autoLoan,
  cardPayment,
  dividends,
  gigPay,
  insurance,
  mortgage,
  payroll,
  pension,
  quarterlyTax,
  rent,
  retirementDistribution,
  savingsTransfer,
  socialSecurity,
  subscription,
  supplementalIncome,
  taxRefund,
  telecom,
  tuition,
  utility,
  veteransBenefit,
} from './recurring-payments.ts';

/** The share of everyday entries that name the second holder, if there is one. */
const JOINT_HOLDERS_SHARE = 0.35;

/** Purchases and transfers between friends, with more before Christmas. */
function everydayPurchases({ random, calendar }: AccountScene, count: number): DraftEntry[] {
  const drafts: DraftEntry[] = [];
  const days = calendar.shoppingDays;
  const shops = [random.pick(MERCHANTS), random.pick(MERCHANTS), random.pickSkewed(MERCHANTS)];
  const wallet = random.pickSkewed(WALLETS);
  for (let k = 0; k < count; k += 1) {
    const day = days[Math.floor(((k + random.next()) / count) * days.length)] ?? calendar.lastDay;
    const draft = random.chance(0.6) ? purchase(day) : transfer(day);
    drafts.push(random.chance(JOINT_HOLDERS_SHARE) ? { ...draft, holder: 1 } : draft);
  }
  return drafts;

  function purchase(day: number): DraftEntry {
    const originator = random.chance(0.75) ? random.pick(shops) : random.pick(MERCHANTS);
    return { day, cents: random.cents(46, 0.8), direction: 'Debit', originator };
  }

  function transfer(day: number): DraftEntry {
    const originator = random.chance(0.85) ? wallet : random.pick(WALLETS);
    const cents = Math.round(random.cents(55, 0.7) / 500) * 500 + 500;
    return { day, cents, direction: random.chance(0.45) ? 'Credit' : 'Debit', originator };
  }
}

const MAX_RETURNS_AND_CORRECTIONS = 4;
/** Never an unauthorized return. */
const ORDINARY_REASONS = ['R01', 'R01', 'R01', 'R08'];

function returnsAndCorrections(scene: AccountScene, drafts: readonly DraftEntry[]): DraftEntry[] {
  const { random } = scene;
  return [
    ...(random.chance(0.3) ? prenote(scene, drafts) : []),
    ...(random.chance(0.12) ? correction(scene, drafts) : []),
    ...(random.chance(0.18) ? returnedDebit(scene, drafts) : []),
  ];
}

/** At least three banking days before the first payment (Nacha rule for prenotes). */
function prenote({ random, calendar }: AccountScene, drafts: readonly DraftEntry[]): DraftEntry[] {
  const first = drafts[0];
  if (first === undefined || first.day < calendar.shift(calendar.firstDay, 6)) return [];
  const { direction, originator } = first;
  return [{ day: calendar.shift(first.day, -random.int(3, 5)), cents: 0, direction, originator, isPrenote: true }];
}

function correction(scene: AccountScene, drafts: readonly DraftEntry[]): DraftEntry[] {
  return someDebit(scene, drafts).map((of) => {
    const { day, direction, originator } = of;
    const code = scene.random.pick(['C01', 'C05']);
    return { day: scene.calendar.shift(day, 2), cents: 0, direction, originator, notice: { code, of } };
  });
}

/** Within two banking days. After a return for insufficient funds, the debit is presented once more. */
function returnedDebit(scene: AccountScene, drafts: readonly DraftEntry[]): DraftEntry[] {
  const { random, calendar } = scene;
  return someDebit(scene, drafts).flatMap((of) => {
    const { cents, direction, originator } = of;
    const code = random.pick(ORDINARY_REASONS);
    const day = calendar.shift(of.day, random.int(1, 2));
    const back: DraftEntry = { day, cents, direction, originator, notice: { code, of } };
    const again = { day: calendar.shift(day, 3), cents, direction, originator, description: 'RETRY PYMT' };
    return code === 'R01' ? [back, again] : [back];
  });
}

/** At most one debit, early enough for the entries that follow it. */
function someDebit({ random, calendar }: AccountScene, drafts: readonly DraftEntry[]): DraftEntry[] {
  const latest = calendar.shift(calendar.lastDay, -8);
  const debits = drafts.filter(({ direction, day }) => direction === 'Debit' && day < latest);
  return debits.length === 0 ? [] : [random.pick(debits)];
}

/** The streams that a household would keep longest come first. */
function streamsOf({ random }: AccountScene): PaymentStream[] {
  const draw = random.next();
  if (draw < 0.62) return [...earners(random.next()), ...homes(random.next())];
  if (draw < 0.84) return [...retirees(random.next()), ...homes(random.next())];
  if (draw < 0.93) return [gigPay, quarterlyTax, rent, telecom, cardPayment, taxRefund];
  return [tuition, payroll('biweekly', 0), taxRefund, subscription, telecom];
}

function earners(draw: number): PaymentStream[] {
  if (draw < 0.5) return [payroll('biweekly', 0)];
  if (draw < 0.65) return [payroll('semimonthly', 0)];
  if (draw < 0.8) return [payroll('weekly', 0)];
  return [payroll('biweekly', 0), payroll('semimonthly', 1)];
}

function retirees(draw: number): PaymentStream[] {
  if (draw < 0.45) return [socialSecurity, dividends];
  if (draw < 0.65) return [socialSecurity, pension, retirementDistribution];
  if (draw < 0.85) return [veteransBenefit, socialSecurity];
  return [supplementalIncome];
}

function homes(draw: number): PaymentStream[] {
  const roof = draw < 0.55 ? mortgage : rent;
  const rest = [utility, cardPayment, insurance, telecom, taxRefund, autoLoan, subscription, utility];
  return [roof, ...rest, subscription, cardPayment, savingsTransfer, insurance];
}

/** Exactly `quota` entries, unordered. A small quota gives part of a year: a short job, a refund, a few purchases. */
export function householdEntries(scene: AccountScene, quota: number): DraftEntry[] {
  if (quota < 12) return quietAccount(scene, quota);
  const drafts = streamsWithin(scene, streamsOf(scene), quota);
  const room = quota - drafts.length;
  const frictions = room < MAX_RETURNS_AND_CORRECTIONS ? [] : returnsAndCorrections(scene, drafts);
  return drafts.concat(frictions, everydayPurchases(scene, room - frictions.length));
}

const RARE_STREAMS = [
  [taxRefund, taxRefund, taxRefund, dividends, dividends],
  [tuition, retirementDistribution, quarterlyTax],
].flat();
const BRIEF_STREAMS = [
  [payroll('biweekly', 0), gigPay, socialSecurity, mortgage, rent],
  [autoLoan, cardPayment, cardPayment, insurance, telecom],
].flat();

function quietAccount(scene: AccountScene, quota: number): DraftEntry[] {
  const { random } = scene;
  const draw = random.next();
  if (draw < 0.45) return middleOfStream(random.pick(BRIEF_STREAMS)(scene), quota, random.next(), scene);
  const drafts = draw < 0.6 ? random.pick(RARE_STREAMS)(scene).slice(0, quota) : [];
  return drafts.concat(everydayPurchases(scene, quota - drafts.length));
}

/** For example, a job that lasted a few weeks. */
function middleOfStream(drafts: DraftEntry[], quota: number, position: number, scene: AccountScene) {
  const room = quota > MAX_RETURNS_AND_CORRECTIONS ? MAX_RETURNS_AND_CORRECTIONS : 0;
  const start = Math.floor(position * Math.max(0, drafts.length - quota + 1));
  const stretch = drafts.slice(start, start + quota - room);
  const frictions = room === 0 ? [] : returnsAndCorrections(scene, stretch);
  return stretch.concat(frictions, everydayPurchases(scene, quota - stretch.length - frictions.length));
}
