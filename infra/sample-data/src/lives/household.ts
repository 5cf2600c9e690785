import type { Draft, Scene, Stream } from '../draft.ts';
import {
  autoLoan,
  cardPayment,
  insurance,
  mortgage,
  rent,
  savingsTransfer,
  subscription,
  telecom,
  utility,
} from './bills.ts';
import { everyday } from './everyday.ts';
import { friction, MOST_FRICTIONS } from './friction.ts';
import { gigPay, payroll, pension, socialSecurity, supplementalIncome, veteransBenefit } from './income.ts';
import { dividends, quarterlyTax, retirementDistribution, taxRefund, tuition } from './yearly.ts';

/** Streams of one household, the ones it would keep longest first. */
function streamsOf({ random }: Scene): Stream[] {
  const draw = random.next();
  if (draw < 0.62) return [...earners(random.next()), ...homes(random.next())];
  if (draw < 0.84) return [...retirees(random.next()), ...homes(random.next())];
  if (draw < 0.93) return [gigPay, quarterlyTax, rent, telecom, cardPayment, taxRefund];
  return [tuition, payroll('biweekly', 0), taxRefund, subscription, telecom];
}

function earners(draw: number): Stream[] {
  if (draw < 0.5) return [payroll('biweekly', 0)];
  if (draw < 0.65) return [payroll('semimonthly', 0)];
  if (draw < 0.8) return [payroll('weekly', 0)];
  return [payroll('biweekly', 0), payroll('semimonthly', 1)];
}

function retirees(draw: number): Stream[] {
  if (draw < 0.45) return [socialSecurity, dividends];
  if (draw < 0.65) return [socialSecurity, pension, retirementDistribution];
  if (draw < 0.85) return [veteransBenefit, socialSecurity];
  return [supplementalIncome];
}

function homes(draw: number): Stream[] {
  const roof = draw < 0.55 ? mortgage : rent;
  const rest = [utility, cardPayment, insurance, telecom, taxRefund, autoLoan, subscription, utility];
  return [roof, ...rest, subscription, cardPayment, savingsTransfer, insurance];
}

/**
 * A household's entries, exactly `quota` of them, unordered. A quota too small for a year of anything is a year of
 * little: a short job, a yearly refund, a few purchases.
 */
export function household(scene: Scene, quota: number): Draft[] {
  if (quota < 12) return quietAccount(scene, quota);
  const drafts: Draft[] = [];
  for (const stream of streamsOf(scene)) {
    const some = stream(scene);
    if (drafts.length + some.length <= quota) for (const draft of some) drafts.push(draft);
  }
  const room = quota - drafts.length;
  const frictions = room < MOST_FRICTIONS ? [] : friction(scene, drafts);
  return drafts.concat(frictions, everyday(scene, room - frictions.length));
}

const RARE: readonly Stream[] = [
  taxRefund,
  taxRefund,
  taxRefund,
  dividends,
  dividends,
  tuition,
  retirementDistribution,
  quarterlyTax,
];
const BRIEF: readonly Stream[] = [
  payroll('biweekly', 0),
  gigPay,
  socialSecurity,
  mortgage,
  rent,
  autoLoan,
  cardPayment,
  cardPayment,
  insurance,
  telecom,
];

function quietAccount(scene: Scene, quota: number): Draft[] {
  const { random } = scene;
  const draw = random.next();
  if (draw < 0.45) return slice(random.pick(BRIEF)(scene), quota, random.next(), scene);
  const drafts = draw < 0.6 ? random.pick(RARE)(scene).slice(0, quota) : [];
  return drafts.concat(everyday(scene, quota - drafts.length));
}

/** A stretch out of the middle of a stream: a job that lasted some weeks. */
function slice(drafts: Draft[], quota: number, position: number, scene: Scene): Draft[] {
  const room = quota > MOST_FRICTIONS ? MOST_FRICTIONS : 0;
  const start = Math.floor(position * Math.max(0, drafts.length - quota + 1));
  const stretch = drafts.slice(start, start + quota - room);
  const frictions = room === 0 ? [] : friction(scene, stretch);
  return stretch.concat(frictions, everyday(scene, quota - stretch.length - frictions.length));
}
