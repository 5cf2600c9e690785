import { ACTIVITY_CATEGORIES, type ActivityCategory } from '@clearwatch/contracts/alerts';
import { NUMBER_WORDS } from './period-grammar.ts';

const VOCABULARY = {
  sum: 'how much|how much money|what amount|total|totals|sum|sums|amount|amounts|value|volume|volumes|dollars|dollar|money|in total|in all|altogether|total amount|total value|dollar volume|size|sizes',
  count: 'how many|number of|number|count of|count|counts|how often|how frequently',
  average: 'average|averages|mean|on average|avg|average amount|average size',
  share: 'share|shares|share of|percentage|percent|proportion|what part|which part|portion|fraction',
  list: 'list|show|name|give|tell|display|print|report|state|find|see|present|provide|write|include|show me|tell me|give me',
  who: 'who|where|anyone|anybody|someone|somebody|whom|from whom|by whom|to whom|with whom|from where|from who|to who', // cspell:disable-line
  which: 'which|what|what are|what is',
  when: 'when|what day|which day|what date|which date|on what day|on which day|on which date|since when',
  busiest: 'busiest|heaviest',
  quietest: 'quietest|slowest|calmest',
  firstTime: 'first time|for the first time|earliest|first',
  lastTime: 'last time|most recent|most recently|latest|newest|last',
  happened: 'happened|what happened|overview|summary|summarize|was posted|went on',
  why: 'why|responsible for|responsible|behind|drove|drives|driver|drivers|driving|cause|caused|causes|explains|reason for|reasons for|due to',
  compare: 'compare|compared with|compared to|compared|comparing|comparison|versus|vs|against|relative to|than',
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
    'out|out of|a|an|the|is|are|was|were|be|been|do|does|did|have|has|had|can|could|would|will|please|me|i|you|your|their|it|its|this|that|there|all|any|some|and|or|also|then|single|individual|overall|general|entire|whole|posted|recorded|processed|raised|made|done|went through|so|far|how|as|about|just|only|exactly|ach|ledger|our ledger|data|exist|amongst|much|many|one|time|times|rank|ranked|ranking|sorted|order|ordered|saw|seen|see|post|raise|need|want|like|know|long|along|well|us|by far|here|now|currently|today|hello|hi|thanks|thank|you|doing|look|looked|accounted|account for|more|less|fewer|details|detail|together', // cspell:disable-line
} as const satisfies Readonly<Record<string, string>>;

const FURTHER_MEANINGS = ['number', 'period', 'amount', 'class', 'alertType', 'name', 'person', 'part'] as const;

export type WordMeaning = keyof typeof VOCABULARY | (typeof FURTHER_MEANINGS)[number];

/** Joins meanings into pattern alternatives. @throws TypeError for an unknown meaning */
export function meanings(names: string): string {
  const all = names.split(' ');
  const unknown = all.find((name) => !(name in VOCABULARY) && !(FURTHER_MEANINGS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new TypeError(`${unknown} is not a word meaning`);
  return all.join('|');
}

const CONTENT = new RegExp(
  `^(?:${meanings(
    'sum count average share busiest quietest happened why change depositors members companies payers collectors entries credits ' +
      'debits net both alerts returns gain lose collect deposit withdraw trend secClass active open reviewed ' +
      'international falsePositive escalated period amount class alertType name person who when',
  )})$`,
);

export const isContent = (sign: WordMeaning | null) => sign !== null && CONTENT.test(sign);

export function wordMeaningOf(word: string): WordMeaning | null {
  return (PHRASES.get(word.toLowerCase()) ?? []).find(({ words }) => words.length === 1)?.sign ?? null;
}

export const PHRASES = phrasesByFirstWord();

function phrasesByFirstWord(): ReadonlyMap<string, readonly { words: string[]; sign: WordMeaning }[]> {
  const all = Object.entries(VOCABULARY).flatMap(([sign, phrases]) =>
    phrases.split('|').map((phrase) => ({ words: phrase.split(' '), sign: sign as WordMeaning })),
  );
  const longestFirst = all.toSorted((left, right) => right.words.length - left.words.length);
  return Map.groupBy(longestFirst, ({ words }) => words[0] ?? '');
}

export const isVocabulary = (word: string) => wordMeaningOf(word) !== null || word in NUMBER_WORDS;

export const CATEGORY_WORDS: readonly [ActivityCategory, RegExp][] = [
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

export function activityTypesOf(categories: readonly ActivityCategory[]): string[] {
  return Object.entries(ACTIVITY_CATEGORIES)
    .filter(([, category]) => categories.includes(category))
    .map(([type]) => type);
}

const OUT_OF_SCOPE_TOPICS: Readonly<Record<string, RegExp>> = {
  balances: /\bbalances?\b/i,
  'loans and their terms': /\b(?:interest|loans?|delinquen\w+)\b/i,
  'credit scores': /\b(?:scores?|FICO|creditworthiness)\b/i,
  'cards, cash and checks': /\b(?:cards?|ATMs?|cash|checks?|cheques?)\b/i,
  wires: /\bwires?\b/i,
  'future activity': /\b(?:forecast\w*|predict\w*|projections?|next|tomorrow)\b/i,
  'age, sex, origin or religion': /\b(?:age|gender|sex|race|ethnic\w*|religio\w+|married|marital)\b/i,
  'addresses and contact data': /\b(?:address(?:es)?|phones?|telephone|zip|cities|city|states)\b/i,
  'branches and staff': /\b(?:branch(?:es)?|tellers?|staff)\b/i,
  'profit and fees': /\b(?:profit\w*|fees?|margins?|revenue)\b/i,
};

/** Topics of unknown words that an ACH ledger does not cover. */
export function outOfScopeTopics(words: string): string[] {
  return Object.entries(OUT_OF_SCOPE_TOPICS)
    .filter(([, pattern]) => pattern.test(words))
    .map(([what]) => what);
}
