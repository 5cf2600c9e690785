import type { Fact } from '@clearwatch/contracts/reports/report-document';
import type { Clause } from './clause.ts';

/** What reports count, with the words for it. */
const COUNTED: readonly RegExp[] = [
  /\bmembers?\b|\bcustomers?\b|\baccount[- ]?holders?\b|\bpeople\b|\bhouseholds?\b|\baccounts?\b(?! takeover)/iu,
  /\balerts?\b|\bcases?\b|\bwarnings?\b/iu,
  /\bcompan(?:y|ies)\b|\boriginators?\b|\bemployers?\b|\bpayers?\b|\bsenders?\b|\bmerchants?\b|\bbillers?\b/iu,
  /\bdays?\b/iu,
  /\bmonths?\b/iu,
  /\bweeks?\b/iu,
  /\bentr(?:y|ies)\b|\btransactions?\b|\bpayments?\b|\bcredits?\b|\bdebits?\b|\bdeposits?\b|\bwithdrawals?\b|\btransfers?\b|\breturns?\b|\bitems?\b/iu,
];
/** The noun stands directly behind its number, with an adjective or two at most: "12 new high-risk alerts". */
const NOUN_PHRASE = /^(?:[\s-]+[\p{L}'’-]+){1,3}/u;
const MOVED =
  /\b(?:rose|risen|rises|grew|grown|grows|increas\w+|climb\w+|jump\w+|gain\w*|fell|fallen|falls|dropp\w+|declin\w+|decreas\w+|shrank|shrunk)\s+(?<how>by|to)\s+$/iu;

/** "12 alerts" of a fact that counts members: whatever it counts is named in what it is called. */
export function countsOther({ value, label }: Fact, { after }: Clause): boolean {
  if (value.kind !== 'count') return false;
  const phrase = NOUN_PHRASE.exec(after)?.[0] ?? '';
  const said = COUNTED.filter((words) => words.test(phrase));
  const meant = COUNTED.filter((words) => words.test(label));
  return said.length > 0 && meant.length > 0 && !said.some((words) => meant.includes(words));
}

/** "Rose by" what there is, or "rose to" what it rose by. Facts computed from others say so in their source. */
export function movesOther({ label, source }: Fact, { before }: Clause): boolean {
  const how = MOVED.exec(before)?.groups?.['how']?.toLowerCase();
  if (how === undefined) return false;
  const isDifference = /\b(?:change|difference)\b/iu.test(label);
  return how === 'to' ? isDifference : !isDifference && !/[−÷]/u.test(source) && !/\bgrowth\b/iu.test(label);
}
