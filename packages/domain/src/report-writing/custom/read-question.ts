import type { ActivityCategory } from '@clearwatch/contracts/alerts';
import { type Cents, parseAmount } from '../../money/cents.ts';
import { type FoundPeriod, type LedgerDays, NUMBER_WORDS } from './period-grammar.ts';
import {
  capitalNames,
  isClass,
  type MentionedName,
  meaningText,
  mentionedAccounts,
  mentionedQuotedNames,
  plainNames,
  type QuestionToken,
  tokenAt,
} from './question-names.ts';
import { readPeriods } from './question-periods.ts';
import { activityTypesOf, CATEGORY_WORDS, PHRASES, type WordMeaning } from './question-vocabulary.ts';

/**
 * Words that change the meaning of a question, such as negations. An answer that ignores them would be wrong.
 */
const CHANGES_MEANING =
  /\b(?:not|no|never|nobody|none|nothing|without|except|excluding|unless|if|stopped|cannot|other than|rather than|instead)\b|n['’]t\b/iu; // cspell:disable-line

const NO_QUERY = /\b(?:days? of the week|weekdays?|weekends?|time of day|hours?|median)\b/iu;

export interface AmountLimit {
  is: 'over' | 'at least' | 'under' | 'at most' | 'exactly' | 'between';
  cents: Cents;
  toCents: Cents;
  start: number;
  end: number;
}

export interface ReadQuestion {
  text: string;
  /**
   * Whether the question has words that change its meaning and that no query supports: "not", "median", "more
   * debits than credits".
   */
  isBeyondQueries: boolean;
  tokens: QuestionToken[];
  periods: FoundPeriod[];
  /**
   * Whether the question names days that were not fully understood. Readers would take figures for other days
   * as the answer.
   */
  hasUnreadPeriod: boolean;
  amount: AmountLimit | null;
  classes: string[];
  alerts: { categories: ActivityCategory[]; types: string[] };
  names: MentionedName[];
}

const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|vs|inc|corp|co|no|approx|jr|sr|ltd|\p{Lu})$/iu;

export interface QuestionText {
  text: string;
  /**
   * Whether this is a later part of a sentence, which uses the days from the previous part unless it names
   * its own.
   */
  isContinued: boolean;
}

/** Splits a prompt into questions: sentences, and parts of sentences that form a separate question. */
export function splitQuestions(prompt: string): QuestionText[] {
  const sentences: string[] = [];
  let rest = 0;
  let isQuoted = false;
  const text = `${prompt.trim()} `;
  for (const { index: at, 0: sign } of text.matchAll(/["“”\n.?!;]/g)) {
    if (/["“”]/.test(sign)) {
      isQuoted = sign === '“' || (sign === '"' && !isQuoted);
      continue;
    }
    const words = text.slice(rest, at);
    const isAbbreviated = sign === '.' && (ABBREVIATION.test(words) || /^\s*\d{1,2}$/.test(words));
    const ends = !isQuoted && !isAbbreviated && /^["”)]*\s+(?:$|[^\p{Ll}])/u.test(text.slice(at + 1));
    if (sign !== '\n' && !ends) continue;
    sentences.push(text.slice(rest, at + 1));
    rest = at + 1;
    isQuoted = false;
  }
  sentences.push(text.slice(rest));
  return sentences
    .map((sentence) => sentence.replace(/^\s*(?:\d{1,2}[.)]\s+|[-*•]\s+|["”)]+\s+)?/u, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap((sentence) => questionParts(sentence).map((part, index) => ({ text: part, isContinued: index > 0 })));
}

/** "… in May, and how many alerts were raised?" is two questions; "… and how many members does each reach?" is one. */
function questionParts(sentence: string): string[] {
  const split = /,? and (?=(?:how (?:much|many)|which|who (?!else)|what|when|list|show)\b)/iu.exec(sentence);
  if (split === null || split.index < 10) return [sentence];
  const tail = sentence.slice(split.index + split[0].length);
  if (/\b(?:each|they|them|those|these|it|its|their)\b/iu.test(tail)) return [sentence];
  return [sentence.slice(0, split.index), ...questionParts(tail)];
}

const WORD = /[\p{L}\p{N}$*#][\p{L}\p{M}\p{N}$*#'’&.,/%+-]*/gu;

function tokensOf(text: string): QuestionToken[] {
  return [...text.matchAll(WORD)].map((match) => {
    const word = match[0].replace(/[.,'’&/+-]+$/u, '');
    const lower = word.toLowerCase().replaceAll('’', "'").replace(/'s$/u, '').replace(/s'$/u, 's');
    return { text: word, lower, start: match.index, end: match.index + word.length, sign: null, words: 1 };
  });
}

/** Interprets the words in a question. Names are looked up in the ledger later. */
export function readQuestion(text: string, ledger: LedgerDays): ReadQuestion {
  const tokens = tokensOf(text);
  const mark = (start: number, end: number, sign: WordMeaning) => {
    const marked = tokens.filter((token) => token.start < end && start < token.end);
    for (const [index, token] of marked.entries()) token.sign = index === 0 ? sign : 'part';
  };
  const names = [...mentionedQuotedNames(text, tokens), ...mentionedAccounts(tokens)];
  for (const { first, last } of names) mark(tokenAt(tokens, first).start, tokenAt(tokens, last).end, 'name');
  const isFree = ({ start, end }: { start: number; end: number }) =>
    tokens.every((token) => token.sign !== 'name' || token.end <= start || end <= token.start);
  const read = readPeriods(text, ledger);
  const periods = read.found.filter(isFree);
  const unread = read.unread.filter(isFree);
  for (const { start, end } of [...periods, ...unread]) mark(start, end, 'period');
  const amount = amountIn(text, tokens);
  if (amount !== null) mark(amount.start, amount.end, 'amount');
  names.push(...capitalNames(tokens, text));
  const classes = markClasses(tokens);
  const categories = CATEGORY_WORDS.flatMap(([category, pattern]) => {
    const matches = [...text.matchAll(pattern)].filter(({ index, 0: words }) =>
      tokens.every((token) => token.sign === null || token.end <= index || index + words.length <= token.start),
    );
    for (const { index, 0: words } of matches) mark(index, index + words.length, 'alertType');
    return matches.length === 0 ? [] : [category];
  });
  markPhrases(tokens);
  const comparesOther = releaseOtherComparisons(tokens);
  releaseWeakWords(tokens);
  names.push(...plainNames(tokens));
  for (const token of tokens)
    if (unread.some(({ start, end }) => token.start < end && start < token.end)) token.sign = null;
  return {
    text,
    isBeyondQueries: comparesOther || turnsMeaning(text, tokens),
    tokens,
    periods,
    hasUnreadPeriod: unread.length > 0,
    amount,
    classes,
    alerts: { categories, types: activityTypesOf(categories) },
    names,
  };
}

const MONEY = String.raw`(?:\$ ?)?\d[\d,]*(?:\.\d+)?(?:\s?(?:k|m|thousand|million)\b)?(?: (?:dollars|usd|bucks)\b)?`;

const LIMITS: Readonly<Record<AmountLimit['is'], string>> = {
  between: String.raw`\bbetween (?<money>${MONEY}) and (?<to>${MONEY})`,
  'at least': String.raw`(?:\bat least|\bno less than|\bnot less than|>=|≥) ?(?<money>${MONEY})|(?<money2>${MONEY}) (?:or|and) (?:more|above|up|over)\b`,
  'at most': String.raw`(?:\bat most|\bno more than|\bnot more than|\bup to|<=|≤) ?(?<money>${MONEY})|(?<money2>${MONEY}) (?:or|and) (?:less|below|under)\b`,
  over: String.raw`(?:\bover|\babove|\b(?:more|greater|larger|bigger|higher) than|\bexceed(?:s|ed|ing)?|\bin excess of|\bbeyond|>) ?(?<money>${MONEY})`,
  under: String.raw`(?:\bunder|\bbelow|\b(?:less|smaller|lower|fewer) than|<) ?(?<money>${MONEY})`,
  exactly: String.raw`(?:\bexactly|\bof|\bfor|\bequal to)? ?(?<money>\$ ?\d[\d,]*(?:\.\d+)?(?:\s?(?:k|m|thousand|million)\b)?|${MONEY.replace(')?$', ')')})`,
};

/** Nouns that make the bare number before them a count, not an amount. */
const COUNTED =
  /^\s+(?:\w+\s)?(?:members?|accounts?|compan\w+|alerts?|entr\w+|transactions?|payments?|credits?|debits?|deposits?|returns?|times|days?|weeks?|months?|years?|employers?|people|customers?|items?)\b/iu;

function amountIn(text: string, tokens: readonly QuestionToken[]): AmountLimit | null {
  for (const [is, pattern] of Object.entries(LIMITS) as [AmountLimit['is'], string][])
    for (const match of text.matchAll(new RegExp(pattern, 'giu'))) {
      const [start, end] = [match.index, match.index + match[0].length];
      const { money, money2, to } = match.groups ?? {};
      const amountText = money ?? money2 ?? '';
      const isBare = !/[$]|dollars|usd|bucks|k$|m$|thousand|million/iu.test(amountText);
      if (isBare && (is === 'exactly' || COUNTED.test(text.slice(end)))) continue;
      if (tokens.some(({ sign, ...token }) => sign !== null && token.start < end && start < token.end)) continue;
      const cents = centsOfWords(amountText);
      const toCents = to === undefined ? cents : centsOfWords(to);
      if (cents !== null && toCents !== null) return { is, cents, toCents, start, end };
    }
  return null;
}

function centsOfWords(amountText: string): Cents | null {
  const plain = amountText.replace(/\s?(?:dollars|usd|bucks)$/iu, '').replaceAll(/[$\s]/g, '');
  const [, digits = '', scale] = /^([\d,.]*\d)(k|m|thousand|million)?$/iu.exec(plain) ?? [];
  const factor = /^[kt]/iu.test(scale ?? '') ? 1_000 : 1_000_000;
  const read = parseAmount(scale === undefined ? digits : (Number(digits.replaceAll(',', '')) * factor).toFixed(2));
  return 'cents' in read ? read.cents : null;
}

/** SEC codes in capitals, or in lowercase directly before an entry noun ("web debits"). */
function markClasses(tokens: readonly QuestionToken[]): string[] {
  const found: string[] = [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1]?.lower ?? '';
    const isBefore = /^(?:entry|entries|debits?|credits?|payments?|transactions?|returns?|class)$/.test(next);
    if (token.sign !== null || !isClass(token.text.toUpperCase())) return;
    if (token.text !== token.text.toUpperCase() && !isBefore) return;
    token.sign = 'class';
    found.push(token.text.toUpperCase());
  });
  return [...new Set(found)];
}

function markPhrases(tokens: readonly QuestionToken[]): void {
  for (const [index, token] of tokens.entries()) {
    if (token.sign !== null) continue;
    const phrase = (PHRASES.get(token.lower) ?? []).find(({ words }) =>
      words.every((word, more) => {
        const next = tokens[index + more];
        return next?.sign === null && next.lower === word;
      }),
    );
    const isNumber = token.lower in NUMBER_WORDS || /^\d{1,3}$/.test(token.lower);
    if (phrase !== undefined && (!isNumber || phrase.words.length > 1)) {
      for (const part of tokens.slice(index, index + phrase.words.length)) part.sign = 'part';
      token.sign = phrase.sign;
      token.words = phrase.words.length;
    } else if (isNumber) token.sign = 'number';
  }
}

function turnsMeaning(text: string, tokens: readonly QuestionToken[]): boolean {
  const words = tokens.filter(({ sign }) => !['name', 'part', 'open', 'amount'].includes(sign ?? ''));
  return (
    NO_QUERY.test(text) || CHANGES_MEANING.test(words.map((token) => text.slice(token.start, token.end)).join(' '))
  );
}

/** In "more debits than credits", "than" does not compare days. */
function releaseOtherComparisons(tokens: readonly QuestionToken[]): boolean {
  const text = meaningText(tokens);
  const than = tokens.find(({ sign, lower }) => sign === 'compare' && lower === 'than');
  // "More than one employer" is quoted as not understood, because no query supports such limits ("more than 5
  // returns").
  const isOfDays = / compare:than(?: (?:filler|other|part):\S+)* (?:period|unknown|number:\S+ unknown):/.test(text);
  if (than === undefined || isOfDays) return false;
  than.sign = null;
  return true;
}

/**
 * Words that mean nothing without the unknown word after them, as in "last payday" and "more than one
 * employer".
 */
function releaseWeakWords(tokens: readonly QuestionToken[]): void {
  for (let index = tokens.length - 1; index > 0; index -= 1) {
    if (tokens[index]?.sign !== null) continue;
    const before = tokenAt(tokens, index - 1);
    const isWeak = ['number', 'firstTime', 'lastTime', 'high', 'low'].includes(before.sign ?? '');
    const isMore = before.lower === 'more' && tokens[index]?.lower === 'than';
    if (isWeak || isMore || before.lower === 'than' || before.lower === 'whose') before.sign = null;
  }
}
