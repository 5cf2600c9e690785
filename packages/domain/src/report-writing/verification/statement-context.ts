import type { Fact, Span } from '@clearwatch/contracts/ai-reports';
import type { Statement } from './find-figures.ts';

/** Matches "[F12]", "([F12, F3])", "(F12)" and other forms that models write. */
const IDS = String.raw`(?:facts? ?:? ?)?F\d{1,5}(?:(?:,|;|/|&| and| )+ ?F\d{1,5})*`;
const REFERENCE = String.raw`(?<ids>[[【]${IDS}[\]】]|(?<=\()F\d{1,5}(?:, ?F\d{1,5})*(?=\)))`;
/** Matches pseudonyms that replace names for the model, such as "Member 3" and "Accounts 1, 2 and 5". */
const ALIAS = String.raw`(?<![\p{L}\p{N}])(?<kind>Member|Account)(?: \d{1,5}|s \d{1,5}(?:(?:, and |, | and | & )\d{1,5})*)(?![\p{L}\p{N}]|[.,]\d)`;

/** Marks the place of a reference. It is not a letter, digit or space, so patterns cannot match across it. */
export const REFERENCE_MARK = '\uFFFC';

export interface Reference {
  /** Position of the mark in the text without references. */
  at: number;
  /** The text of the reference, shown when it has no fact. */
  sourceText: string;
  /** Fact IDs; empty for an unknown alias. */
  ids: string[];
  isAlias: boolean;
}

/**
 * Removes references and aliases ("Member 3", with their fact IDs) from a text and leaves a mark for each.
 */
export function withoutReferences(source: readonly Span[], aliases?: ReadonlyMap<string, string>) {
  const sourceText = source.map(({ text }) => text).join('');
  const sourceStrength = source.flatMap(({ text, strong }) =>
    Array.from({ length: text.length }, () => strong === true),
  );
  const references: Reference[] = [];
  /** Whether each position in the text is bold. */
  const strength: boolean[] = [];
  let text = '';
  let done = 0;
  const append = (letters: string, strengths: readonly boolean[]) => {
    text += letters;
    strength.push(...strengths);
  };
  const copy = (until: number) =>
    append(sourceText.slice(done, until).replaceAll(REFERENCE_MARK, ' '), sourceStrength.slice(done, until));
  const pattern = aliases === undefined ? REFERENCE : `${REFERENCE}|${ALIAS}`;
  for (const { index: start, 0: match, groups = {} } of sourceText.matchAll(new RegExp(pattern, 'giu'))) {
    copy(start);
    const { ids = '', kind = '' } = groups;
    const aliased = (number: string) => {
      const alias = `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()} ${Number(number)}`;
      return { sourceText: alias, ids: [aliases?.get(alias) ?? []].flat(), isAlias: true };
    };
    const found =
      ids === ''
        ? (match.match(/\d+/g) ?? []).map(aliased)
        : [{ sourceText: match, ids: ids.toUpperCase().match(/F\d+/g) ?? [], isAlias: false }];
    const isStrong = sourceStrength[start] === true;
    for (const [index, reference] of found.entries()) {
      if (index > 0) append(', ', [isStrong, isStrong]);
      references.push({ at: text.length, ...reference });
      append(REFERENCE_MARK, [isStrong]);
    }
    done = start + match.length;
  }
  copy(sourceText.length);
  return { text, references, strength };
}

/** A company, member or account in a text, with its name in lowercase, such as "company acme payroll". */
export type NamedParty = `${'company' | 'member' | 'account'} ${string}`;

/** A statement, or a fact's place in the text, with the parties that it names. */
export interface StatementStop extends Statement {
  holders: readonly NamedParty[];
}

const SENTENCE_BOUNDARY = /[.!?]\s|[\n;]/u;
/** Starts a new thought. A party named before it may not own the figure after it. */
const CLAUSE_SEPARATOR = /,|\b(?:and|or|but|while|whereas)\b|[()–—]/iu;

/**
 * The name before a figure in the same clause ("ACME paid $5"), or else any name before it, and the name
 * after it ("$5 from ACME").
 */
export function ownersAt(text: string, stops: readonly StatementStop[], index: number) {
  const at = stops[index];
  if (at === undefined) return [];
  const whose: NamedParty[] = [];
  for (const stop of stops.slice(0, index).toReversed()) {
    const between = text.slice(stop.end, at.start);
    if (SENTENCE_BOUNDARY.test(between)) break;
    if (stop.holders.length === 0) continue;
    whose.push(...stop.holders);
    if (!CLAUSE_SEPARATOR.test(between)) break;
  }
  const next = stops[index + 1];
  const between = next === undefined ? '' : text.slice(at.end, next.start);
  if (next !== undefined && !CLAUSE_SEPARATOR.test(between) && !SENTENCE_BOUNDARY.test(between))
    whose.push(...next.holders);
  return whose;
}

/** A member next to a company's figure is not a contradiction, because the company may have paid them. */
export function belongsToAnother(whose: readonly NamedParty[], holders: readonly NamedParty[]): boolean {
  return holders.some((holder) => {
    const kind = holder.slice(0, holder.indexOf(' ') + 1);
    const others = whose.filter((named) => named.startsWith(kind));
    return others.length > 0 && !holders.some((own) => others.includes(own));
  });
}

export interface Clause {
  /** Words before the statement, back to the previous statement or the end of a sentence. */
  before: string;
  /** The part of `before` after the last comma or conjunction. */
  nearBefore: string;
  /** Words after the statement, up to the next comma, conjunction, statement or end of a sentence. */
  after: string;
  /** The part of the sentence before the statement, including earlier statements. */
  sentence: string;
  whose: readonly NamedParty[];
}

/** Length in characters. */
const MAX_SENTENCE_LENGTH = 600;
const SENTENCE_END = /[.!?](?=\s)|[\n;]/u;
const CLAUSE_BREAK = /,|\b(?:and|or|but|while|whereas|against|compared|versus|vs|than|from)\b|[()–—]/iu;

export function clauseAround(text: string, stops: readonly StatementStop[], index: number): Clause {
  const at = stops[index];
  if (at === undefined) throw new RangeError('The statement does not exist.');
  const previous = stops[index - 1]?.end ?? 0;
  const next = stops[index + 1]?.start ?? text.length;
  const before = lastPart(text.slice(previous, at.start), SENTENCE_END);
  const after = text.slice(at.end, next).replaceAll(REFERENCE_MARK, '').split(SENTENCE_END)[0] ?? '';
  return {
    whose: ownersAt(text, stops, index),
    before,
    nearBefore: lastPart(before, CLAUSE_BREAK),
    after: after.split(CLAUSE_BREAK)[0] ?? '',
    sentence: lastPart(text.slice(Math.max(0, at.start - MAX_SENTENCE_LENGTH), at.start), SENTENCE_END),
  };
}

const lastPart = (text: string, between: RegExp): string =>
  text.replaceAll(REFERENCE_MARK, '').split(between).at(-1) ?? '';

const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bcredit(?:s|ed)?\b|\bdeposit(?:s|ed)?\b|\binflows?\b|\b(?:came|comes|coming|money) in\b|\bincoming\b/iu,
    /\bdebit(?:s|ed)?\b|\bwithdr(?:awals?|awn|ew)\b|\boutflows?\b|\b(?:went|goes|going|paid|money) out\b|\boutgoing\b/iu,
  ],
  [/\b(?:in the|this) period\b|\bcurrent\b/iu, /\bprevious\b|\bprior\b|\bpreceding\b|\bthe period before\b/iu],
  [/\b(?:largest|highest|biggest|maximum|most)\b/iu, /\b(?:smallest|lowest|minimum|fewest|least)\b/iu],
  [
    // "until they are reviewed", "to be reviewed" and "not yet reviewed" describe open alerts.
    /(?<!\b(?:are|is|be|not been|not|never|yet|none) )\breviewed\b/iu,
    /\bunreviewed\b|\bopen\b|\bnot (?:yet )?reviewed\b/iu,
  ],
  [/\bhigh(?:er)?[- ]risk\b/iu, /\b(?:low|lower|medium)[- ]risk\b/iu],
  [/\b(?:average|usual|typical|median)\b/iu, /\b(?:in all|in total|altogether|total)\b/iu],
  [/\bnew\b/iu, /\bdormant\b|\blost\b|\bwent quiet\b/iu],
  [/\bunauthori[sz]ed\b/iu, /\badministrative\b/iu],
];

const COMPARISON_WORDS = /\b(?:against|than|since|compared)\b.*$/iu;

const DECREASE_WORDS =
  /\b(?:fell|fall(?:s|en|ing)?|dropp?(?:ed|s|ing)?|declin\w*|decreas\w*|down|lower|shr[aiu]nk\w*|los[ts]\w*|reduc\w*|fewer|less|slid|dipped|contract\w*)\b/iu;
const INCREASE_WORDS =
  /\b(?:rose|ris(?:e|es|en|ing)|grew|grow(?:s|n|ing|th)?|increas\w*|up|higher|gain\w*|climb\w*|jump\w*|surg\w*|more|expan\w*)\b/iu;

export function contradicts(clause: Clause, label: string): boolean {
  // Words after "against" or "compared" describe the base of the comparison.
  const called = label.replace(COMPARISON_WORDS, '');
  const isOpposite = (own: RegExp, other: RegExp): boolean => {
    if (!own.test(called) || other.test(called)) return false;
    // In "Credits and debits were 5 and 4" both words come before the figure, so the nearer word does not
    // settle the direction.
    if (other.test(clause.nearBefore)) return !own.test(clause.before);
    return !own.test(clause.nearBefore) && other.test(clause.after) && !own.test(clause.after);
  };
  return OPPOSITES.some(([left, right]) => isOpposite(left, right) || isOpposite(right, left));
}

const LESS_AFTER = /^\s*(?:less|fewer|lower|smaller|below)\b/iu;
const MORE_AFTER = /^\s*(?:more|higher|larger|above)\b/iu;

/** Direction from the words next to a figure ("a fall of", "5 fewer"), or null. */
export function changeDirectionAt({ nearBefore, before, after }: Clause): 'fell' | 'rose' | null {
  if (LESS_AFTER.test(after)) return 'fell';
  if (MORE_AFTER.test(after)) return 'rose';
  return changeDirectionIn(nearBefore) ?? changeDirectionIn(before);
}

/** Null when the words state no direction, or both. */
export function changeDirectionIn(words: string): 'fell' | 'rose' | null {
  const fell = DECREASE_WORDS.test(words);
  if (fell === INCREASE_WORDS.test(words)) return null;
  return fell ? 'fell' : 'rose';
}

export const isChange = (label: string): boolean =>
  /\b(?:change|difference|growth|grew|increase|decrease)\b/iu.test(label);

const STOP_WORDS = new Set(
  (
    'a an and are as at be been between by did do for from had has have in into is it its no not of on or per than ' +
    'that the their them there these they this those to was were which while who will with within total all each ' +
    'about around nearly over under more less most least period day days jan feb mar apr may jun jul aug sep oct nov ' +
    'dec amount number count share percent dollar times'
  ).split(' '),
);

/** Meaningful words, reduced to their stems: "Members with alerts" has `member` and `alert`. */
export function labelKeywords(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stemOf));
}

function stemOf(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

export const sharedKeywordCount = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  [...left].filter((word) => right.has(word)).length;

const COUNTED_NOUNS: readonly RegExp[] = [
  /\bmembers?\b|\bcustomers?\b|\baccount[- ]?holders?\b|\bpeople\b|\bhouseholds?\b|\baccounts?\b(?! takeover)/iu,
  /\balerts?\b|\bcases?\b|\bwarnings?\b/iu,
  /\bcompan(?:y|ies)\b|\boriginators?\b|\bemployers?\b|\bpayers?\b|\bsenders?\b|\bmerchants?\b|\bbillers?\b/iu,
  /\bdays?\b/iu,
  /\bmonths?\b/iu,
  /\bweeks?\b/iu,
  /\bentr(?:y|ies)\b|\btransactions?\b|\bpayments?\b|\bcredits?\b|\bdebits?\b|\bdeposits?\b|\bwithdrawals?\b|\btransfers?\b|\breturns?\b|\bitems?\b/iu,
];
/** The noun directly follows its number, with at most two adjectives: "12 new high-risk alerts". */
const NOUN_PHRASE = /^(?:[\s-]+[\p{L}'’-]+){1,3}/u;
const CHANGE_VERBS =
  /\b(?:rose|risen|rises|grew|grown|grows|increas\w+|climb\w+|jump\w+|gain\w*|fell|fallen|falls|dropp\w+|declin\w+|decreas\w+|shrank|shrunk)\s+(?<how>by|to)\s+$/iu;

/** Whether the noun contradicts the fact, as in "12 alerts" for a fact that counts members. */
export function countsSomethingElse({ value, label }: Fact, { after }: Clause): boolean {
  if (value.kind !== 'count') return false;
  const phrase = NOUN_PHRASE.exec(after)?.[0] ?? '';
  const parsed = COUNTED_NOUNS.filter((words) => words.test(phrase));
  const namedNouns = COUNTED_NOUNS.filter((words) => words.test(label));
  return parsed.length > 0 && namedNouns.length > 0 && !parsed.some((words) => namedNouns.includes(words));
}

/**
 * Whether the text states that something "rose by" a level or "rose to" a difference. Sources of computed
 * facts contain − or ÷.
 */
export function describesAnotherChange({ label, source }: Fact, { before }: Clause): boolean {
  const how = CHANGE_VERBS.exec(before)?.groups?.['how']?.toLowerCase();
  if (how === undefined) return false;
  const isDifference = /\b(?:change|difference)\b/iu.test(label);
  return how === 'to' ? isDifference : !isDifference && !/[−÷]/u.test(source) && !/\bgrowth\b/iu.test(label);
}
