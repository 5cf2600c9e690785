import { ACTIVITY_CATEGORIES, type ActivityCategory } from '@clearwatch/contracts/alerts';
import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { type Cents, parseAmount } from '../../money/cents.ts';
import { type FoundPeriod, type LedgerDays, NUMBER_WORDS, readPeriods } from './question-periods.ts';

/** What words of a question mean: the whole vocabulary. A phrase of several words goes before a single one. */
const VOCABULARY = {
  sum: 'how much|how much money|what amount|total|totals|sum|sums|amount|amounts|value|volume|volumes|dollars|dollar|money|in total|in all|altogether|total amount|total value|dollar volume|size|sizes',
  count: 'how many|number of|number|count of|count|counts|how often|how frequently',
  average: 'average|averages|mean|on average|avg|average amount|average size',
  share: 'share|shares|share of|percentage|percent|proportion|what part|which part|portion|fraction',
  list: 'list|show|name|give|tell|display|print|report|state|find|see|present|provide|write|include|show me|tell me|give me',
  who: 'who|where|anyone|anybody|someone|somebody|whom|from whom|by whom|to whom|with whom|from where|from who|to who',
  which: 'which|what|what are|what is',
  when: 'when|what day|which day|what date|which date|on what day|on which day|on which date|since when',
  busiest: 'busiest|heaviest',
  quietest: 'quietest|slowest|calmest',
  firstTime: 'first time|for the first time|earliest|first',
  lastTime: 'last time|most recent|most recently|latest|newest|last',
  happened: 'happened|what happened|overview|summary|summarize|was posted|went on',
  why: 'why|responsible for|responsible|behind|drove|drives|driver|drivers|driving|cause|caused|causes|explains|reason for|reasons for|due to',
  compare:
    'compare|compared with|compared to|compared|comparing|comparison|versus|vs|against|relative to|than',
  change:
    'change|changes|changed|changing|increase|increases|increased|increasing|decrease|decreases|decreased|decreasing|grow|grew|grown|growing|growth|rise|rises|rose|risen|rising|fall|falls|fell|fallen|falling|drop|drops|dropped|decline|declined|shrink|shrank|go up|go down|went up|went down|gone up|gone down|up or down|go up or down|higher or lower|more or less|difference|differ|higher|lower|up|down',
  top: 'top',
  most: 'most|most of|the most|largest|biggest|highest|greatest|main|major|leading',
  least: 'least|the least|smallest|lowest|fewest|tiniest',
  frequent:
    'most often|most frequently|most frequent|most entries|most transactions|most payments|most items|most numerous|number wise',
  members: 'member|members|customer|customers|people|persons|account holder|account holders|account|accounts',
  depositors: 'depositor|depositors',
  companies:
    'company|companies|originator|originators|merchant|merchants|vendor|vendors|business|businesses|firm|firms|counterparty|counterparties',
  payers: 'payer|payers|sender|senders',
  collectors: 'biller|billers|collector|collectors',
  entries:
    'entry|entries|transaction|transactions|payment|payments|item|items|transfer|transfers|ach entries|ach transactions',
  credits:
    'credit|credits|credited|deposits|direct deposits|direct deposit|inflow|inflows|incoming|income|money in|inbound|came in|come in|comes in|coming in',
  debits:
    'debit|debits|debited|withdrawals|withdrawal|outflow|outflows|outgoing|money out|outbound|went out|goes out|go out|going out',
  net: 'net|net flow|net flows|net inflow|net amount|net change',
  both: 'activity|movement|movements|cash flow|cash flows|flow|flows|turnover|moved|move|moves|credits and debits|debits and credits|both directions',
  alerts:
    'alert|alerts|suspicious activity|suspicious activities|unusual activity|unusual activities|fraud alert|fraud alerts|flagged',
  returns:
    'return|returns|returned|returned debits|returned debit|debit returns|returned entries|came back|come back|sent back|bounced|chargeback|chargebacks|nsf',
  gain: 'receive|receives|received|receiving|get|gets|got|getting|earn|earns|earned',
  lose: 'pay|pays|paid|paying|send|sends|sent|sending|give money|transferred|spend|spends|spent|spending|remit|remitted',
  collect:
    'collect|collects|collected|collecting|charge|charges|charged|bill|bills|billed|take|takes|took|taken|taking|pull|pulls|pulled|debiting|take out|takes out|took out|taken out|pull out|pulled out',
  deposit: 'deposited|depositing|deposit',
  withdraw: 'withdraw|withdraws|withdrew|withdrawn|withdrawing',
  go: 'go|goes|went|gone|flow to|flowed|flowed to|came|come|comes|coming',
  per: 'by|per|for each|for every|each|every|broken down by|grouped by|split by',
  month: 'month|months|monthly',
  week: 'week|weeks|weekly',
  day: 'day|days|daily|date|dates',
  quarter: 'quarter|quarters|quarterly',
  year: 'year|years|yearly|annually|annual',
  trend: 'trend|trends|over time|history|development|develop|developed|month over month',
  secClass:
    'sec|sec class|sec classes|sec code|sec codes|class|classes|entry class|entry classes|class code|class codes',
  kind: 'type|types|rule|rules|category|categories|kind|kinds|pattern|patterns',
  reason: 'reason|reasons|return reason|return reasons|return code|return codes|reason code|reason codes',
  risk: 'risk level|risk levels|by risk',
  active: 'active',
  high: 'high-risk|high risk|high',
  medium: 'medium-risk|medium risk|medium',
  low: 'low-risk|low risk|low',
  open: 'open|unreviewed|not reviewed|undecided|pending|outstanding|waiting|not yet reviewed|still open',
  reviewed: 'reviewed|decided|closed',
  falsePositive: 'false positive|false positives',
  escalated: 'escalated',
  international: 'international|iat|foreign|cross-border',
  each: 'does each reach|do they reach|does each have|does each|do each|each of them|of them|they|them|those|these',
  from: 'from',
  to: 'to|at',
  by: 'through|via',
  other: 'of|with|for|in|on|during|among|between|within',
  we: 'we|us|our',
  filler:
    'out|out of|a|an|the|is|are|was|were|be|been|do|does|did|have|has|had|can|could|would|will|please|me|i|you|your|their|it|its|this|that|there|all|any|some|and|or|also|then|single|individual|overall|general|entire|whole|posted|recorded|processed|raised|made|done|went through|so|far|how|as|about|just|only|exactly|ach|ledger|our ledger|data|exist|amongst|much|many|one|time|times|rank|ranked|ranking|sorted|order|ordered|saw|seen|see|post|raise|need|want|like|know|long|along|well|us|by far|here|now|currently|today|hello|hi|thanks|thank|you|doing|look|looked|accounted|account for|more|less|fewer|details|detail|together',
} as const satisfies Readonly<Record<string, string>>;

export type WordMeaning =
  | keyof typeof VOCABULARY
  | 'number'
  | 'period'
  | 'amount'
  | 'class'
  | 'alertType'
  | 'name'
  | 'part';

/** Words that carry the meaning of a question; the others only join them. */
const CONTENT_MEANINGS = new Set<WordMeaning>(
  (
    'sum count average share busiest quietest happened why change depositors members companies payers collectors entries credits ' +
    'debits net both alerts returns gain lose collect deposit withdraw trend secClass active open reviewed ' +
    'international falsePositive escalated period amount class alertType name who when'
  ).split(' ') as WordMeaning[],
);
export const isContent = (sign: WordMeaning | null): boolean => sign !== null && CONTENT_MEANINGS.has(sign);

/** Turns a question into another one, so that an answer without it would be wrong: negation, and what no query can say. */
const CHANGES_MEANING =
  /\b(?:not|no|never|nobody|none|nothing|without|except|excluding|unless|if|stopped|cannot|other than|rather than|instead)\b|n['’]t\b/iu;
const NO_QUERY = /\b(?:days? of the week|weekdays?|weekends?|time of day|hours?|median)\b/iu;

/** Words of the vocabulary alone. */
export function wordMeaningOf(word: string): WordMeaning | null {
  return (PHRASES.get(word.toLowerCase()) ?? []).find(({ words }) => words.length === 1)?.sign ?? null;
}

export interface QuestionToken {
  text: string;
  lower: string;
  start: number;
  end: number;
  /** Null for a word that is not understood. */
  sign: WordMeaning | null;
  /** Of `number`. */
  value?: number;
  /** Words of the phrase that this word begins. */
  words: number;
}

export interface AmountLimit {
  is: 'over' | 'at least' | 'under' | 'at most' | 'exactly' | 'between';
  cents: Cents;
  /** Of `between`, included. */
  toCents: Cents;
  start: number;
  end: number;
}

/** Words that may name somebody in the ledger. */
export interface MentionedName {
  /** As they stand in the question. */
  text: string;
  /** Tokens of the name, both included. */
  first: number;
  last: number;
  /** In quotes, with capitals, or behind "company": a name even when the ledger does not have it. */
  isCertain: boolean;
  /** The beginning of a company's name is enough. */
  mayBeBeginning: boolean;
  only: 'company' | 'member' | 'account' | null;
}

export interface ReadQuestion {
  text: string;
  /** Has a word that no query can say and that turns its meaning: "not", "median", "more debits than credits". */
  isBeyondQueries: boolean;
  tokens: QuestionToken[];
  periods: FoundPeriod[];
  /** Speaks of days that were not understood, or not wholly: figures of others would be read as theirs. */
  hasUnreadPeriod: boolean;
  amount: AmountLimit | null;
  classes: string[];
  alerts: { categories: ActivityCategory[]; types: string[] };
  names: MentionedName[];
}

const PHRASES = phrasesByFirstWord();

function phrasesByFirstWord(): ReadonlyMap<string, readonly { words: string[]; sign: WordMeaning }[]> {
  const all = Object.entries(VOCABULARY).flatMap(([sign, phrases]) =>
    phrases.split('|').map((phrase) => ({ words: phrase.split(' '), sign: sign as WordMeaning })),
  );
  const longestFirst = all.toSorted((left, right) => right.words.length - left.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0] ?? '');
}
const isVocabulary = (word: string) =>
  (PHRASES.get(word) ?? []).some(({ words }) => words.length === 1) || word in NUMBER_WORDS;

const CATEGORY_WORDS: readonly [ActivityCategory, RegExp][] = [
  ['Velocity & Testing', /\b(?:velocity|card testing|account testing|micro[- ]?(?:entries|deposits?))\b/gi],
  ['Structuring', /\bstructur(?:ing|ed)\b/gi],
  ['Account Takeover', /\b(?:account )?take-?overs?\b/gi],
  ['Kiting & Manipulation', /\b(?:kit(?:e|es|ing)|reversal patterns?)\b/gi],
  ['Unauthorized ACH', /\bunauthori[sz]ed(?: ach)?\b/gi],
  ['Business Email Compromise', /\b(?:BEC|business e-?mail compromise|e-?mail compromise)\b/gi],
  ['Money Mule Activity', /\b(?:money )?mules?(?: activity)?\b/gi],
  ['Dormant Account Activity', /\bdormant(?: accounts?)?(?: activity)?\b/gi],
  ['High-Risk Transactions', /\bhigh[- ]risk (?:transactions|patterns)\b/gi],
];

/** Types of alerts of a category. */
export function activityTypesOf(categories: readonly ActivityCategory[]): string[] {
  return Object.entries(ACTIVITY_CATEGORIES)
    .filter(([, category]) => categories.includes(category))
    .map(([type]) => type);
}

/** What staff may ask for and ACH entries do not say. */
const OUT_OF_SCOPE_TOPICS: readonly [string, RegExp][] = [
  ['balances', /\bbalances?\b/i],
  ['loans and their terms', /\b(?:interest|loans?|delinquen\w+)\b/i],
  ['credit scores', /\b(?:scores?|FICO|creditworthiness)\b/i],
  ['cards, cash and checks', /\b(?:cards?|ATMs?|cash|checks?|cheques?)\b/i],
  ['wires', /\bwires?\b/i],
  ['what will happen', /\b(?:forecast\w*|predict\w*|projections?|next|tomorrow)\b/i],
  [
    'age, sex, origin or faith of persons',
    /\b(?:age|gender|sex|race|ethnic\w*|religio\w+|married|marital)\b/i,
  ],
  ['addresses and contact data', /\b(?:address(?:es)?|phones?|telephone|zip|cities|city|states)\b/i],
  ['branches and staff', /\b(?:branch(?:es)?|tellers?|staff)\b/i],
  ['profit and fees', /\b(?:profit\w*|fees?|margins?|revenue)\b/i],
];

/** What words that were not understood ask for, where no ledger of ACH entries holds it. */
export function outOfScopeTopics(words: string): string[] {
  return OUT_OF_SCOPE_TOPICS.filter(([, pattern]) => pattern.test(words)).map(([what]) => what);
}

const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|st|vs|inc|corp|co|no|approx|jr|sr|ltd|\p{Lu})$/iu;

export interface QuestionText {
  text: string;
  /** A later part of a sentence, which is about the days of the part before unless it names its own. */
  isContinued: boolean;
}

/** The questions of a prompt, each by itself: its sentences, and parts that ask something of their own. */
export function splitQuestions(prompt: string): QuestionText[] {
  const sentences: string[] = [];
  let rest = 0;
  let isQuoted = false;
  const text = `${prompt.trim()} `;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '"' || sign === '“' || sign === '”') isQuoted = sign === '“' || (sign === '"' && !isQuoted);
    const ends =
      sign === '\n' ||
      (/[.?!;]/.test(sign) &&
        !isQuoted &&
        /^["”)]*\s+(?:$|[^\p{Ll}])/u.test(text.slice(at + 1)) &&
        !(
          sign === '.' &&
          (ABBREVIATION.test(text.slice(rest, at)) || /^\s*\d{1,2}$/.test(text.slice(rest, at)))
        ));
    if (!ends) continue;
    sentences.push(text.slice(rest, at + 1));
    rest = at + 1;
    isQuoted = false;
  }
  sentences.push(text.slice(rest));
  return sentences
    .map((sentence) => sentence.replace(/^\s*(?:\d{1,2}[.)]\s+|[-*•]\s+|["”)]+\s+)?/u, '').trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap((sentence) =>
      questionParts(sentence).map((part, index) => ({ text: part, isContinued: index > 0 })),
    );
}

/** "… in May, and how many alerts were raised?" asks twice; "… and how many members does each reach?" asks on. */
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

/** Reads one question by its words; whom its names mean is for the ledger to say. */
export function readQuestion(text: string, ledger: LedgerDays): ReadQuestion {
  const tokens = tokensOf(text);
  const mark = (start: number, end: number, sign: WordMeaning) => {
    let isFirst = true;
    for (const token of tokens)
      if (token.start < end && start < token.end) {
        token.sign = isFirst ? sign : 'part';
        isFirst = false;
      }
  };
  const names = [...mentionedQuotedNames(text, tokens), ...mentionedAccounts(tokens)];
  for (const { first, last } of names) mark(at(tokens, first).start, at(tokens, last).end, 'name');
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
      tokens.every(
        (token) => token.sign === null || token.end <= index || index + words.length <= token.start,
      ),
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
  const isBeyondQueries = comparesOther || turnsMeaning(text, tokens);
  return {
    text,
    isBeyondQueries,
    tokens,
    periods,
    hasUnreadPeriod: unread.length > 0,
    amount,
    classes,
    alerts: { categories, types: activityTypesOf(categories) },
    names,
  };
}

function at(tokens: readonly QuestionToken[], index: number): QuestionToken {
  const token = tokens[index];
  if (token === undefined) throw new RangeError('a question has no such word');
  return token;
}

function mentionedQuotedNames(text: string, tokens: readonly QuestionToken[]): MentionedName[] {
  return [...text.matchAll(/["“]([^"“”]+)["”]/gu)].flatMap(({ index, 0: whole, 1: inner = '' }) => {
    const within = tokens.flatMap((token, place) =>
      token.start >= index && token.end <= index + whole.length ? [place] : [],
    );
    const [first, last] = [within[0], within.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [{ text: inner.trim(), first, last, isCertain: true, mayBeBeginning: true, only: null }];
  });
}

/** Accounts by their number, or by its last digits ("***4570", "ending in 4570"). */
function mentionedAccounts(tokens: readonly QuestionToken[]): MentionedName[] {
  return tokens.flatMap((token, index): MentionedName[] => {
    const before = tokens
      .slice(Math.max(0, index - 2), index)
      .map(({ lower }) => lower)
      .join(' ');
    const isEnd =
      /^\*{2,}\w{4}$/.test(token.text) ||
      (/^\d{4}$/.test(token.text) && /\bending (?:in|with)$/.test(before));
    const isNumber =
      /^\d{6,17}$/.test(token.text) ||
      (/^[\w-]{4,17}$/.test(token.text) && /\d/.test(token.text) && /\baccount(?: number)?$/.test(before));
    if (!isEnd && !isNumber) return [];
    const first = isEnd && /^\d/.test(token.text) ? index - 2 : index;
    return [
      { text: token.text, first, last: index, isCertain: true, mayBeBeginning: false, only: 'account' },
    ];
  });
}

const MONEY = String.raw`(?:\$ ?)?\d[\d,]*(?:\.\d+)?(?:\s?(?:k|m|thousand|million)\b)?(?: (?:dollars|usd|bucks)\b)?`;
const LIMITS: readonly [AmountLimit['is'], RegExp][] = [
  ['between', new RegExp(String.raw`\bbetween (?<money>${MONEY}) and (?<to>${MONEY})`, 'giu')],
  [
    'at least',
    new RegExp(
      String.raw`(?:\bat least|\bno less than|\bnot less than|>=|≥) ?(?<money>${MONEY})|(?<money2>${MONEY}) (?:or|and) (?:more|above|up|over)\b`,
      'giu',
    ),
  ],
  [
    'at most',
    new RegExp(
      String.raw`(?:\bat most|\bno more than|\bnot more than|\bup to|<=|≤) ?(?<money>${MONEY})|(?<money2>${MONEY}) (?:or|and) (?:less|below|under)\b`,
      'giu',
    ),
  ],
  [
    'over',
    new RegExp(
      String.raw`(?:\bover|\babove|\b(?:more|greater|larger|bigger|higher) than|\bexceed(?:s|ed|ing)?|\bin excess of|\bbeyond|>) ?(?<money>${MONEY})`,
      'giu',
    ),
  ],
  [
    'under',
    new RegExp(
      String.raw`(?:\bunder|\bbelow|\b(?:less|smaller|lower|fewer) than|<) ?(?<money>${MONEY})`,
      'giu',
    ),
  ],
  [
    'exactly',
    new RegExp(
      String.raw`(?:\bexactly|\bof|\bfor|\bequal to)? ?(?<money>\$ ?\d[\d,]*(?:\.\d+)?(?:\s?(?:k|m|thousand|million)\b)?|${MONEY.replace(')?$', ')')})`,
      'giu',
    ),
  ],
];
/** Behind a bare number these say that it counts something and is no money. */
const COUNTED =
  /^\s+(?:\w+\s)?(?:members?|accounts?|compan\w+|alerts?|entr\w+|transactions?|payments?|credits?|debits?|deposits?|returns?|times|days?|weeks?|months?|years?|employers?|people|customers?|items?)\b/iu;

function amountIn(text: string, tokens: readonly QuestionToken[]): AmountLimit | null {
  for (const [is, pattern] of LIMITS)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      const written = match.groups?.['money'] ?? match.groups?.['money2'] ?? '';
      const isBare = !/[$]|dollars|usd|bucks|k$|m$|thousand|million/iu.test(written);
      if (isBare && (is === 'exactly' || COUNTED.test(text.slice(end)))) continue;
      if (tokens.some(({ sign, ...token }) => sign !== null && token.start < end && start < token.end))
        continue;
      const cents = centsOfWords(written);
      const toCents = match.groups?.['to'] === undefined ? cents : centsOfWords(match.groups['to']);
      if (cents !== null && toCents !== null) return { is, cents, toCents, start, end };
    }
  return null;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  million: 1_000_000,
};

function centsOfWords(written: string): Cents | null {
  const plain = written.replace(/\s?(?:dollars|usd|bucks)$/iu, '').replaceAll(/[$\s]/g, '');
  const [, digits = '', scale = ''] = /^([\d,.]*\d)(k|m|thousand|million)?$/iu.exec(plain) ?? [];
  const factor = SCALES[scale.toLowerCase()];
  const read = parseAmount(
    factor === undefined ? digits : (Number(digits.replaceAll(',', '')) * factor).toFixed(2),
  );
  return 'cents' in read ? read.cents : null;
}

const isCapital = (text: string) => /^\p{Lu}/u.test(text);
const isAllCapitals = (text: string) =>
  text.length > 1 && text === text.toUpperCase() && /\p{Lu}/u.test(text);
const NAME_LENGTH = 6;

/**
 * Words with capitals side by side of which one at least is no word of the vocabulary: "Ruth Miller", "STATE FARM", "Zelle".
 * "Capital One" is a name; "Show Credits By Month" is none, and the word that begins a sentence needs a second one.
 */
function capitalNames(tokens: readonly QuestionToken[], text: string): MentionedName[] {
  const names: MentionedName[] = [];
  let run: number[] = [];
  const close = () => {
    while (run.length > 0 && beginsNoName(tokens, run)) run = run.slice(1);
    const words = run.map((index) => at(tokens, index));
    const isName = words.some(({ lower, text: word }) => !isVocabulary(lower) && !isClass(word));
    const [first, last] = [run[0], run.at(-1)];
    run = [];
    if (first === undefined || last === undefined || !isName) return;
    // "Payroll by month": one word with a capital that begins the question may be any word.
    const isOpening = first === 0 && last === 0 && !isAllCapitals(at(tokens, 0).text);
    const before = tokens[first - 1]?.lower ?? '';
    const only = /^(?:company|companies|originator|merchant|vendor)$/.test(before)
      ? 'company'
      : /^(?:member|customer|depositor)$/.test(before)
        ? 'member'
        : null;
    for (let index = first; index <= last; index += 1) {
      const token = at(tokens, index);
      token.sign = index === first ? 'name' : 'part';
    }
    names.push({
      text: text.slice(at(tokens, first).start, at(tokens, last).end).replace(/['’]s$/u, ''),
      first,
      last,
      isCertain: !isOpening,
      mayBeBeginning: true,
      only,
    });
  };
  tokens.forEach((token, index) => {
    const previous = tokens[index - 1];
    const gap = previous === undefined ? '' : text.slice(previous.end, token.start);
    const joins =
      run.length > 0 &&
      /^[ .]{1,2}$/.test(gap) &&
      run.length < NAME_LENGTH &&
      !/['’]s$/u.test(previous?.text ?? '');
    const isPart =
      token.sign === null &&
      (isCapital(token.text) ||
        (joins &&
          /^(?:&|of|and|the|\d{1,4})$/i.test(token.text) &&
          isCapital(tokens[index + 1]?.text ?? '') &&
          /^[\d&]/.test(token.text)));
    if (!isPart || (run.length > 0 && !joins)) close();
    if (isPart) run.push(index);
  });
  close();
  return names;
}

/** "Did ACME", "Show Ruth Miller": a word of the vocabulary that only begins the sentence, or an abbreviation. */
function beginsNoName(tokens: readonly QuestionToken[], run: readonly number[]): boolean {
  const [first = 0, second] = run;
  const token = at(tokens, first);
  if (!isVocabulary(token.lower) && !isClass(token.text)) return false;
  if (second === undefined) return true;
  // "STATE FARM" and "Capital One" begin with words that are also others.
  const next = at(tokens, second);
  const rest = isAllCapitals(token.text) && isAllCapitals(next.text);
  if (rest) return false;
  return !isNameLike(token.lower);
}
/** Words of the vocabulary that begin names of companies, too. */
const isNameLike = (word: string) =>
  /^(?:state|total|first|capital|general|business|credit|net|high|target|value|main|top)$/.test(word);

function isClass(word: string): boolean {
  return (DEFAULT_SEC_CODES as readonly string[]).includes(word);
}

/** SEC codes in capitals, or in small letters right before what they are classes of ("web debits"). */
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
  for (let index = 0; index < tokens.length; index += 1) {
    const token = at(tokens, index);
    if (token.sign !== null) continue;
    const phrase = (PHRASES.get(token.lower) ?? []).find(({ words }) =>
      words.every(
        (word, more) => tokens[index + more]?.sign === null && tokens[index + more]?.lower === word,
      ),
    );
    const value =
      NUMBER_WORDS[token.lower] ?? (/^\d{1,3}$/.test(token.lower) ? Number(token.lower) : undefined);
    if (phrase !== undefined && (value === undefined || phrase.words.length > 1)) {
      token.sign = phrase.sign;
      token.words = phrase.words.length;
      for (let more = 1; more < phrase.words.length; more += 1) at(tokens, index + more).sign = 'part';
      index += phrase.words.length - 1;
    } else if (value !== undefined) {
      token.sign = 'number';
      token.value = value;
    }
  }
}

function turnsMeaning(text: string, tokens: readonly QuestionToken[]): boolean {
  const words = tokens.filter(
    ({ sign }) => sign !== 'name' && sign !== 'part' && sign !== 'open' && sign !== 'amount',
  );
  return (
    NO_QUERY.test(text) ||
    CHANGES_MEANING.test(words.map((token) => text.slice(token.start, token.end)).join(' '))
  );
}

/** "More debits than credits" compares other things than days. */
function releaseOtherComparisons(tokens: readonly QuestionToken[]): boolean {
  const than = tokens.findIndex(({ sign, lower }) => sign === 'compare' && lower === 'than');
  if (than < 0) return false;
  const next = tokens
    .slice(than + 1)
    .find(({ sign }) => sign !== 'filler' && sign !== 'other' && sign !== 'part');
  if (next?.sign === 'period' || next?.sign === null) return false;
  // "More than one employer" is quoted; "more than 5 returns" is a limit that no query has.
  if (next?.sign === 'number' && tokens[tokens.indexOf(next) + 1]?.sign === null) return false;
  at(tokens, than).sign = null;
  return true;
}

/** "Last payday", "more than one employer": words that mean nothing without the one behind them that was not understood. */
function releaseWeakWords(tokens: readonly QuestionToken[]): void {
  for (let index = tokens.length - 1; index > 0; index -= 1) {
    if (at(tokens, index).sign !== null) continue;
    const before = at(tokens, index - 1);
    if (
      before.sign === 'number' ||
      before.sign === 'firstTime' ||
      before.sign === 'lastTime' ||
      before.sign === 'high' ||
      before.sign === 'low'
    )
      before.sign = null;
    else if (
      before.lower === 'than' ||
      (before.lower === 'more' && tokens[index]?.lower === 'than') ||
      before.lower === 'whose'
    )
      before.sign = null;
  }
}

/** Words that were not understood, in case somebody of the ledger is written in small letters. */
function plainNames(tokens: readonly QuestionToken[]): MentionedName[] {
  const names: MentionedName[] = [];
  for (let first = 0; first < tokens.length; first += 1) {
    if (at(tokens, first).sign !== null) continue;
    let last = first;
    while (tokens[last + 1]?.sign === null && last - first < NAME_LENGTH) last += 1;
    const before = tokens[first - 1]?.lower ?? '';
    const only = /^(?:company|originator|merchant|vendor)$/.test(before)
      ? 'company'
      : /^(?:member|customer|depositor)$/.test(before)
        ? 'member'
        : null;
    names.push({
      text: tokens
        .slice(first, last + 1)
        .map(({ text }) => text.replace(/['’]s$/u, ''))
        .join(' '),
      first,
      last,
      isCertain: false,
      mayBeBeginning: only === 'company' || /^(?:from|to|at|by|with)$/.test(before),
      only,
    });
    first = last;
  }
  return names;
}
