import { ACTIVITY_CATEGORIES, type ActivityCategory } from '@clearwatch/contracts/fraud/activity-types';

/** What this report has sections about, in the order in which it writes them. */
export const CUSTOM_TOPICS = [
  'money',
  'months',
  'reasons',
  'members',
  'companies',
  'classes',
  'concentration',
  'alerts',
  'returns',
  'international',
] as const;
export type CustomTopic = (typeof CUSTOM_TOPICS)[number];

/** A question as far as this program understands it. */
export interface Question {
  topics: CustomTopic[];
  /** Categories of alerts that it names. */
  categories: ActivityCategory[];
  /** SEC codes that it names, in capitals. */
  classes: string[];
  /** What it asks for that no ledger of ACH entries holds, in plain words. */
  beyond: string[];
}

const TOPIC_WORDS: Readonly<Record<CustomTopic, RegExp>> = {
  money:
    /\b(?:credits?|debits?|deposits?|withdrawals?|volumes?|totals?|amounts?|money|cash ?flow|net flow|inflows?|outflows?|payments?|income|spending|how much)\b/i,
  months: /\b(?:trends?|months?|monthly|over time|season\w*|histor\w*|development)\b/i,
  reasons:
    /\b(?:why|reasons?|chang\w+|compar\w+|increas\w+|decreas\w+|dropp?\w*|declin\w+|gr[eo]w\w*|r[io]se\w*|rising|fell|falling|more|less|fewer|differen\w+|driv\w+)\b/i,
  members:
    /\b(?:members?|customers?|accounts?|people|households?|churn\w*|retention|new|left|leaving|quiet|inactive)\b/i,
  companies:
    /\b(?:compan(?:y|ies)|originators?|employers?|payers?|merchants?|vendors?|senders?|billers?|payroll|who (?:pays|paid))\b/i,
  classes: /\b(?:SEC codes?|class(?:es)?|entry class\w*)\b/i,
  concentration: /\b(?:concentrat\w+|depend\w*|top|largest|biggest|share|relian\w+)\b/i,
  alerts:
    /\b(?:alerts?|frauds?|risks?|risky|suspicious|suspicions?|unusual|anomal\w+|review\w*|SARs?|AML|BSA|launder\w*|scams?)\b/i,
  returns: /\b(?:returns?|returned|returning|NSF|R\d\d|unauthori[sz]ed|chargebacks?|disput\w+|Nacha)\b/i,
  international: /\b(?:IAT|international|abroad|foreign|overseas|sanctions?|OFAC)\b/i,
};

const CATEGORY_WORDS: readonly [ActivityCategory, RegExp][] = [
  ['Velocity & Testing', /\b(?:velocity|card testing|account testing|micro[- ]?(?:entries|deposits?))\b/i],
  ['Structuring', /\bstructur\w+/i],
  ['Account Takeover', /\b(?:account )?take-?overs?\b/i],
  ['Kiting & Manipulation', /\b(?:kit(?:e|es|ing)|reversals?)\b/i],
  ['Unauthorized ACH', /\bunauthori[sz]ed\b/i],
  ['Business Email Compromise', /\b(?:BEC|business e-?mail\w*|e-?mail compromise)\b/i],
  ['Money Mule Activity', /\bmules?\b/i],
  ['Dormant Account Activity', /\bdormant\b/i],
  ['High-Risk Transactions', /\bhigh[- ]risk (?:transactions?|patterns?)\b/i],
];

/** SEC codes of ACH entries as the filters of reports offer them (spec section 9). */
const CLASSES = /\b(?:PPD|WEB|TEL|POP|RCK|ARC|CCD|CTX|CIE|ACK|ADV|DNE|ENR|IAT|BOC|MTE|POS|SHR)\b/g;

/** What staff may ask for and ACH entries do not say. */
const BEYOND: readonly [string, RegExp][] = [
  ['balances', /\bbalances?\b/i],
  ['loans and their terms', /\b(?:loan (?:terms?|balances?|rates?)|interest rates?|delinquen\w+)\b/i],
  ['credit scores', /\b(?:credit scores?|FICO|creditworthiness)\b/i],
  ['cards, cash and checks', /\b(?:cards?|ATMs?|cash(?! ?(?:flow|app))|checks?|cheques?)\b/i],
  ['wires', /\bwires?\b/i],
  [
    'what will happen',
    /\b(?:forecast\w*|predict\w*|projections?|next (?:week|month|quarter|year)|will (?:be|come|happen))\b/i,
  ],
  [
    'persons’ age, sex, origin or faith',
    /\b(?:age|gender|sex|race|ethnic\w*|national\w* origin|religio\w+|married|marital)\b/i,
  ],
  [
    'addresses and contact data',
    /\b(?:address(?:es)?|phones?|telephone numbers?|zip codes?|cities|city of)\b/i,
  ],
  ['branches and staff', /\b(?:branch(?:es)?|tellers?|employees of ours|our staff)\b/i],
  ['profit and fees', /\b(?:profit\w*|fees?|margins?|revenue)\b/i],
];

export function understand(prompt: string): Question {
  const classes = [...new Set(prompt.match(CLASSES))];
  const categories = CATEGORY_WORDS.filter(([, words]) => words.test(prompt)).map(([category]) => category);
  const topics = CUSTOM_TOPICS.filter(
    (topic) =>
      TOPIC_WORDS[topic].test(prompt) ||
      (topic === 'classes' && classes.length > 0) ||
      (topic === 'alerts' && categories.length > 0),
  );
  return {
    topics,
    categories,
    classes,
    beyond: BEYOND.filter(([, words]) => words.test(prompt)).map(([what]) => what),
  };
}

/** Types of alerts of a category. */
export function typesOf(categories: readonly ActivityCategory[]): string[] {
  return Object.entries(ACTIVITY_CATEGORIES)
    .filter(([, category]) => categories.includes(category))
    .map(([type]) => type);
}
