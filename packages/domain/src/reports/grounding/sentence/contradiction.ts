import type { Clause } from './clause.ts';

/** Words of which a fact has one and the text the other. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bcredit(?:s|ed)?\b|\bdeposit(?:s|ed)?\b|\binflows?\b|\b(?:came|comes|coming|money) in\b|\bincoming\b/iu,
    /\bdebit(?:s|ed)?\b|\bwithdr(?:awals?|awn|ew)\b|\boutflows?\b|\b(?:went|goes|going|paid|money) out\b|\boutgoing\b/iu,
  ],
  [
    /\b(?:in the|this) period\b|\bcurrent\b/iu,
    /\bprevious\b|\bprior\b|\bpreceding\b|\bthe period before\b/iu,
  ],
  [/\b(?:largest|highest|biggest|maximum|most)\b/iu, /\b(?:smallest|lowest|minimum|fewest|least)\b/iu],
  [
    // "until they are reviewed", "to be reviewed" and "not yet reviewed" are said of open ones.
    /(?<!\b(?:are|is|be|not been|not|never|yet|none) )\breviewed\b/iu,
    /\bunreviewed\b|\bopen\b|\bnot (?:yet )?reviewed\b/iu,
  ],
  [/\bhigh(?:er)?[- ]risk\b/iu, /\b(?:low|lower|medium)[- ]risk\b/iu],
  [/\b(?:average|usual|typical|median)\b/iu, /\b(?:in all|in total|altogether|total)\b/iu],
  [/\bnew\b/iu, /\bdormant\b|\blost\b|\bwent quiet\b/iu],
  [/\bunauthori[sz]ed\b/iu, /\badministrative\b/iu],
];

const COMPARED = /\b(?:against|than|since|compared)\b.*$/iu;

const FELL =
  /\b(?:fell|fall(?:s|en|ing)?|dropp?(?:ed|s|ing)?|declin\w*|decreas\w*|down|lower|shr[aiu]nk\w*|los[ts]\w*|reduc\w*|fewer|less|slid|dipped|contract\w*)\b/iu;
const ROSE =
  /\b(?:rose|ris(?:e|es|en|ing)|grew|grow(?:s|n|ing|th)?|increas\w*|up|higher|gain\w*|climb\w*|jump\w*|surg\w*|more|expan\w*)\b/iu;

/** Whether the words around a figure say that it is something else than what the fact is called. */
export function contradicts(clause: Clause, label: string): boolean {
  return OPPOSITES.some(
    ([left, right]) => isOpposite(clause, label, left, right) || isOpposite(clause, label, right, left),
  );
}

function isOpposite(clause: Clause, label: string, own: RegExp, other: RegExp): boolean {
  // What is said behind "against" is what it is compared with: it is not of that.
  const called = label.replace(COMPARED, '');
  if (!own.test(called) || other.test(called)) return false;
  const names = (words: string) => own.test(words) || other.test(words);
  // "Credits and debits were 5 and 4": both are named before, so the nearer one alone decides nothing.
  if (names(clause.nearBefore)) return other.test(clause.nearBefore) && !own.test(clause.before);
  return other.test(clause.after) && !own.test(clause.after);
}

const LESS_BEHIND = /^\s*(?:less|fewer|lower|smaller|below)\b/iu;
const MORE_BEHIND = /^\s*(?:more|higher|larger|above)\b/iu;

/** Whether the words beside a figure say that something became less ("a fall of", "5 fewer"), more, or neither. */
export function directionOf({ nearBefore, before, after }: Clause): 'fell' | 'rose' | null {
  if (LESS_BEHIND.test(after)) return 'fell';
  if (MORE_BEHIND.test(after)) return 'rose';
  return directionIn(nearBefore) ?? directionIn(before);
}

/** Null when the words say neither, or both. */
export function directionIn(words: string): 'fell' | 'rose' | null {
  const fell = FELL.test(words);
  if (fell === ROSE.test(words)) return null;
  return fell ? 'fell' : 'rose';
}

/** A fact that is what changed, rather than what there is. */
export function isChange(label: string): boolean {
  return /\b(?:change|difference|growth|grew|increase|decrease)\b/iu.test(label);
}
