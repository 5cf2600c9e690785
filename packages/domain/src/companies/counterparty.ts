import type { TransactionType } from '../ledger/ledger-row.ts';
import {
  BUSINESS_WORDS,
  type CounterpartyKind,
  NAMED_COMPANIES,
  NEUTRAL_WORDS,
  OTHER_BUSINESS_WORDS,
  sourceDescription,
  TRUNCATED_WORDS,
} from './counterparty-table.ts';
import {
  anyPattern,
  type CreditDetail,
  creditDetail,
  type EntryPurpose,
  PURPOSE_WORDS,
  purposeFromDescription,
} from './entry-purposes.ts';

export interface Counterparty {
  /** The first of `kinds`; decides when an entry says nothing more. */
  kind: CounterpartyKind;
  /** The most usual first; `['unknown']` for names that are not in the table. */
  kinds: readonly CounterpartyKind[];
  /** The source, for people. */
  reason: string;
}

export interface EntryMeaning {
  kind: CounterpartyKind;
  purpose: EntryPurpose;
  /** Null for debits and for credits whose words say no more than the purpose. */
  detail: CreditDetail | null;
  saysTransfer: boolean;
  reason: string;
}

export interface DescribedEntry {
  company: string;
  entryDescription: string | null;
  transactionType: TransactionType;
}

/** A NACHA batch header has 16 characters for the company's name, so a name of this length may be cut. */
const NAME_LENGTH = 16;
const MIN_TRUNCATED_LENGTH = 4;
const CUT_WORDS = TRUNCATED_WORDS.split(' ');

const PLAIN = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

/** In capitals; accents folded, apostrophes dropped, other punctuation as single blanks. */
export function plainWords(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`]/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** In plain words, without THE, and with a cut last word completed. */
function nameOf(company: string): string {
  const words = plainWords(company)
    .replace(/^THE (?=\S)/, '')
    .split(' ');
  const last = words.at(-1) ?? '';
  if (
    company.trim().length < NAME_LENGTH - 1 ||
    company.trim().length > NAME_LENGTH ||
    last.length < MIN_TRUNCATED_LENGTH
  )
    return words.join(' ');
  const whole = CUT_WORDS.find((word) => word.startsWith(last));
  return [...words.slice(0, -1), whole ?? last].join(' ');
}

interface CompiledRow {
  kinds: readonly CounterpartyKind[];
  reason: string;
  /** Words that may follow the name; null: any. */
  only: ReadonlySet<string> | null;
}

const neutralWords = NEUTRAL_WORDS.split(' ');
/** So that a look-up reads only a few names. */
const namesByFirstWord = Map.groupBy(
  NAMED_COMPANIES.flatMap(([kinds, source, names, only], order) => {
    const row: CompiledRow = {
      kinds,
      reason: sourceDescription(source),
      only: only === undefined ? null : new Set([...neutralWords, ...only.split(' ')]),
    };
    return names.split('|').map((name) => ({ name, row, order }));
  }),
  ({ name }) => name.split(' ', 1)[0] ?? '',
);

const DIGITS = /\d/;

function isNamed(words: string, name: string, { only }: CompiledRow): boolean {
  // Names in the table may be cut at NACHA's length too.
  const isWhole =
    words === name ||
    words.startsWith(`${name} `) ||
    (name.length >= NAME_LENGTH - 1 && words.startsWith(name));
  if (!isWhole) return false;
  if (only === null) return name.includes(' ') || !OTHER_BUSINESS_WORDS.test(words.slice(name.length));
  const rest = words.slice(name.length).trim();
  return rest === '' || rest.split(' ').every((word) => only.has(word) || DIGITS.test(word));
}

/** Square and Toast write a shop's name after their own. */
const CARD_DESCRIPTOR = /^(?:SQ|TST) ?\*/i;

type Meanings = Record<TransactionType, EntryMeaning | undefined>;

interface KnownCompany {
  counterparty: Counterparty;
  /** In plain words, completed. */
  name: string;
  namePurpose: Readonly<Record<TransactionType, EntryPurpose>>;
  /** By the original description. */
  meanings: Map<string | null, Meanings>;
  /** By its words without long numbers, which differ from entry to entry. */
  byWords: Map<string, Meanings>;
}

/** Ledgers repeat a few thousand texts; the cache starts over at this size. */
const MAX_CACHED_TEXTS = 20_000;
const companies = new Map<string, KnownCompany>();
let cachedResult = 0;

function cacheResult(): void {
  cachedResult += 1;
  if (cachedResult <= MAX_CACHED_TEXTS) return;
  companies.clear();
  cachedResult = 0;
}

function knownCompany(company: string): KnownCompany {
  let known = companies.get(company);
  if (known === undefined) {
    cacheResult();
    const name = nameOf(company);
    const counterparty = CARD_DESCRIPTOR.test(company)
      ? toCounterparty(['processor'], sourceDescription('processors'))
      : (counterpartyByName(name) ?? counterpartyByWords(name));
    const namePurpose = { Credit: purposeByName(name, 'Credit'), Debit: purposeByName(name, 'Debit') };
    known = { counterparty, name, namePurpose, meanings: new Map(), byWords: new Map() };
    companies.set(company, known);
  }
  return known;
}

/** By name alone; `unknown` for names that are not in the table. */
export function counterpartyOf(company: string): Counterparty {
  return knownCompany(company).counterparty;
}

/**
 * The kind that the descriptions of more than half of a company's entries show; null where the name already decides,
 * and without a majority.
 */
export function kindFromDescriptions(
  company: string,
  said: readonly (Omit<DescribedEntry, 'company'> & { entries: number })[],
): CounterpartyKind | null {
  if (counterpartyOf(company).kind !== 'unknown') return null;
  const entriesOf = new Map<CounterpartyKind, number>();
  for (const { entries, ...entry } of said) {
    const { kind } = entryMeaningOf({ company, ...entry });
    entriesOf.set(kind, (entriesOf.get(kind) ?? 0) + entries);
  }
  const all = said.reduce((sum, { entries }) => sum + entries, 0);
  const [most] = [...entriesOf].find(([, entries]) => 2 * entries > all) ?? [];
  return most === undefined || most === 'unknown' ? null : most;
}

const LONG_NUMBER = /\b\w*\d{4,}\w*\b/g;

/** The kind and purpose of one entry, from its company and its description. */
export function entryMeaningOf({ company, entryDescription, transactionType }: DescribedEntry): EntryMeaning {
  const known = knownCompany(company);
  let found = known.meanings.get(entryDescription);
  if (found === undefined) {
    cacheResult();
    const words = plainWords(entryDescription ?? '').replaceAll(LONG_NUMBER, '#');
    found = known.byWords.get(words) ?? { Credit: undefined, Debit: undefined };
    known.byWords.set(words, found);
    known.meanings.set(entryDescription, found);
  }
  const meaning = found[transactionType];
  if (meaning !== undefined) return meaning;
  const description = plainWords(entryDescription ?? '').replaceAll(LONG_NUMBER, '#');
  return (found[transactionType] = readEntry(known, description, transactionType));
}

function counterpartyByName(words: string): Counterparty | null {
  const found = rowOf(words) ?? joinedRowOf(words);
  return found === null ? null : toCounterparty(found.kinds, found.reason);
}

function rowOf(words: string): CompiledRow | null {
  const named = (namesByFirstWord.get(words.split(' ', 1)[0] ?? '') ?? [])
    .filter(({ name, row }) => isNamed(words, name, row))
    .toSorted((one, other) => one.order - other.order)[0];
  return named?.row ?? null;
}

/** Long enough not to begin another word, for originators who omit blanks. */
const MIN_JOINED_LENGTH = 9;
const joinedNames = [...namesByFirstWord.values()]
  .flat()
  .filter(({ row, name }) => row.only === null && name.includes(' ') && name.length > MIN_JOINED_LENGTH)
  .map(({ name, row }) => ({ name: name.replaceAll(' ', ''), row }));

function joinedRowOf(words: string): CompiledRow | null {
  const [first = ''] = words.split(' ', 1);
  if (first.length < MIN_JOINED_LENGTH) return null;
  return joinedNames.find(({ name }) => first.startsWith(name))?.row ?? null;
}

function counterpartyByWords(words: string): Counterparty {
  const word = BUSINESS_WORDS.find(
    ({ pattern, except }) => pattern.test(words) && except?.test(words) !== true,
  );
  return word === undefined
    ? toCounterparty(['unknown'], 'No name and no word of the table')
    : toCounterparty([word.kind], sourceDescription('words'));
}

function toCounterparty(kinds: readonly CounterpartyKind[], reason: string): Counterparty {
  return { kind: kinds[0] ?? 'unknown', kinds, reason };
}

const NON_EMPLOYER_KINDS: ReadonlySet<CounterpartyKind> = new Set([
  'bank',
  'broker',
  'card_issuer',
  'payment_app',
  'processor',
  'remittance',
  'crypto',
  'payroll',
]);

/** By name. Cities and counties, which are utilities too, mainly pay wages. */
export function isPublicPayer(company: string): boolean {
  const { kind, kinds } = counterpartyOf(company);
  if (kind === 'government') return !kinds.includes('utility');
  return entryMeaningOf({ company, entryDescription: null, transactionType: 'Credit' }).purpose === 'benefit';
}

/** By name: whether payments may be wages of the company's own staff. */
export function mayBeEmployer(company: string): boolean {
  return !NON_EMPLOYER_KINDS.has(counterpartyOf(company).kind) && !isPublicPayer(company);
}

const LENDERS: ReadonlySet<CounterpartyKind> = new Set([
  'mortgage_lender',
  'auto_lender',
  'student_lender',
  'personal_lender',
  'payday_lender',
]);
const BILLERS: ReadonlySet<CounterpartyKind> = new Set([
  'utility',
  'telecom',
  'insurer',
  'housing',
  'school',
  'health',
]);

export function isLender(kind: CounterpartyKind): boolean {
  return LENDERS.has(kind);
}

/** Where the name is unknown or leaves a choice. */
const DESCRIBED_KINDS = describedKinds([
  ['card_issuer', PURPOSE_WORDS.card],
  ['student_lender', /\b(?:STUDENT ?(?:LOANS?|LN)|STDNT ?(?:LOANS?|LN))\b|\bSTU\w* ?LOANS?\b/],
  ['mortgage_lender', /\b(?:MTG|MORTG(?:AGE)?|MTGE|HOME ?LOANS?|HELOC|HOME MTG)\b/],
  [
    'auto_lender',
    /\b(?:ALLY PAYMT|AUTO ?(?:LOANS?|LN|FIN\w*)|CAR ?(?:LOANS?|PYMT|PMT|PAYMENT)|VEHICLE LOAN|AUTO LEASE)\b/,
  ],
  ['payday_lender', /\b(?:PAYDAY|CASH ADV(?:ANCE)?)\b/],
]);
/** Only where the name is unknown. */
const DESCRIBED_ONLY = describedKinds([
  ['payment_app', /\b(?:ZELLE|VENMO|CASH ?APP|PAYPAL|APPLE CASH)\b/],
  ['gambling', /\b(?:WAGERS?|WAGERING|BETS?|LOTTERY)\b/],
  ['insurer', /\b(?:INS ?PREM(?:IUM)?|INSURANCE|INSUR|INS PYMT|INS PMT|INS PAYMT|LIFE INS|AUTO INS)\b/],
  ['school', /\b(?:TUITION|FIN ?AID|FINANCIAL AID)\b/],
  [
    'utility',
    /\b(?:ELEC(?:TRIC)? ?(?:PYMT|PMT|BILL)|WATER ?(?:PYMT|PMT|BILL)|GAS ?(?:PYMT|PMT|BILL)|UTIL\w*(?: \w+)?|ENERGY BILL|POWER BILL|SEWER)\b/,
  ],
  ['housing', /\b(?:RENT|RENT PMTS|HOA|HOA DUES|CONDO FEE|HOUSE RENT)\b/],
  ['charity', /\b(?:DONATIONS?|DONATE|TITHES?|TITHING|OFFERING)\b/],
  [
    'government',
    /\b(?:UI BENEFIT|UNEMPLOY\w*|SOC SEC|XX(?:SOC|SUPP|VA)\w*|TAX ?REF(?:UND)?|USATAXPYMT|CHILD ?SUPP\w*|CHILDSUPPORT)\b/,
  ],
  ['processor', /\bMTOT (?:DEP|DISC)\b/],
]);

interface DescribedKinds {
  any: RegExp;
  rows: readonly [CounterpartyKind, RegExp][];
}

function describedKinds(rows: readonly [CounterpartyKind, RegExp][]): DescribedKinds {
  return { any: anyPattern(rows.map(([, pattern]) => pattern)), rows };
}

function kindInDescription({ any, rows }: DescribedKinds, description: string): CounterpartyKind | undefined {
  if (!any.test(description)) return undefined;
  return rows.find(([, pattern]) => pattern.test(description))?.[0];
}

function readEntry(
  { counterparty, name, namePurpose }: KnownCompany,
  description: string,
  transactionType: TransactionType,
): EntryMeaning {
  const all = `${name} ${description}`.trim();
  const kind = kindOf(counterparty, { description, all });
  const isCredit = transactionType === 'Credit';
  const purpose = purposeOf({ kind, name, namePurpose, description, isCredit });
  const common = {
    purpose,
    detail: isCredit ? creditDetail(all) : null,
    saysTransfer: PURPOSE_WORDS.transfer.test(description),
  };
  if (kind === 'unknown' && purpose === 'wages' && isCredit)
    return { ...common, kind: 'employer', reason: 'Pays wages, says its description' };
  const isByName = counterparty.kind === kind;
  return { ...common, kind, reason: isByName ? counterparty.reason : 'What its description says' };
}

function kindOf(
  { kind, kinds }: Counterparty,
  { description, all }: { description: string; all: string },
): CounterpartyKind {
  const described = kindInDescription(DESCRIBED_KINDS, description);
  if (kind === 'unknown') {
    return (
      described ??
      kindInDescription(DESCRIBED_ONLY, description) ??
      appNamedInDescription(description) ??
      'unknown'
    );
  }
  if (kind === 'retailer' && kinds.includes('card_issuer'))
    return described === 'card_issuer' || CARD_BILL.test(description) ? 'card_issuer' : 'retailer';
  if (kind === 'government' && kinds.includes('utility'))
    return /\b(?:WATER|UTIL\w*|SEWER|ELEC\w*|POWER|GAS)\b/.test(all) ? 'utility' : 'government';
  if (kind === 'processor' || kinds.length === 1) {
    const isMoneyHouse = kind === 'bank' || kind === 'personal_lender';
    if (described !== undefined && isMoneyHouse) return described;
    return kind;
  }
  if (described !== undefined) return described;
  if (kinds.includes('bank') && TRANSFERS.test(description)) return 'bank';
  if (kinds.includes('personal_lender') && /\b(?:PERSONAL )?(?:LOANS?|LN)\b/.test(all)) {
    return kinds.includes('mortgage_lender') ||
      kinds.includes('auto_lender') ||
      kinds.includes('student_lender')
      ? kind
      : 'personal_lender';
  }
  if (/\b(?:SAVINGS|360|HYS)\b/.test(all) && kinds.includes('bank')) return 'bank';
  return kind;
}

/** The app or site for which another company collects: "PWMB DRAFTKINGS". */
function appNamedInDescription(description: string): CounterpartyKind | null {
  const kind = rowOf(description)?.kinds[0];
  return kind !== undefined && KINDS_NAMED_BY_DESCRIPTION.has(kind) ? kind : null;
}

const KINDS_NAMED_BY_DESCRIPTION: ReadonlySet<CounterpartyKind> = new Set([
  'payment_app',
  'gambling',
  'crypto',
  'remittance',
  'broker',
  'payday_lender',
]);

const TRANSFERS = PURPOSE_WORDS.transfer;
/** Payments of store cards. */
const CARD_BILL =
  /\b(?:AUTO|ONLINE|CHG|MOBILE|WEB|CC|CRD|E) ?P(?:MT|YMT|AYMT|AY\w*)\b|\b(?:EPAY\w*|AUTOPAY)\b/;

interface PurposeQuestion {
  kind: CounterpartyKind;
  name: string;
  namePurpose: KnownCompany['namePurpose'];
  description: string;
  isCredit: boolean;
}

function purposeOf({ kind, name, namePurpose, description, isCredit }: PurposeQuestion): EntryPurpose {
  const type = isCredit ? 'Credit' : 'Debit';
  const described = purposeFromDescription(description, type);
  const said = described === 'unknown' ? namePurpose[type] : described;
  if (said === 'account_validation') return said;
  if (kind === 'processor') return ofProcessor(said, { description, isCredit });
  if (kind === 'card_issuer' && isCredit && /\b(?:SETTLEMENT|SETTLE|COLLECTION|MERCH\w*)\b/.test(description))
    return 'merchant_settlement';
  if (
    kind === 'card_issuer' &&
    !isCredit &&
    (said === 'unknown' || said === 'bill' || said === 'card_payment')
  )
    return 'card_payment';
  if (isLender(kind) && !isCredit && (said === 'unknown' || said === 'bill' || said === 'transfer'))
    return /\b(?:INS|INSUR|INSURANCE|PREMS?|PREMIUM)\b/.test(description) ? 'bill' : 'loan_payment';
  if (isLender(kind) && isCredit && (said === 'unknown' || said === 'transfer'))
    return kind === 'payday_lender' || PAYS_OUT.test(description) ? 'loan_proceeds' : 'unknown';
  if (said === 'merchant_settlement' && kind === 'unknown')
    return /\b(?:MERCH\w*|PMTS?|PAYMENTS?|BANKCARD|CARDS?|PROCESS\w*)\b/.test(name) ? said : 'other';
  if (said !== 'unknown') return refinedKind(said, { kind, isCredit });
  if (kind === 'payment_app')
    return /\b(?:PURCHASE|IAT PAYPAL|ECHECK)\b/.test(description) ? 'purchase' : 'transfer';
  if (kind === 'remittance') return 'transfer';
  if (kind === 'crypto' || kind === 'broker') return 'investment';
  if (BILLERS.has(kind)) return isCredit ? 'unknown' : 'bill';
  if (kind === 'retailer') return isCredit ? 'unknown' : 'purchase';
  if (kind === 'payroll') return isCredit ? 'wages' : 'unknown';
  if (kind === 'charity') return isCredit ? 'unknown' : 'donation';
  if (kind === 'gambling') return isCredit ? 'other' : 'purchase';
  return 'unknown';
}

/** "CTDOL UNEMP COMP" pays benefits. */
const PURPOSES_BY_NAME: ReadonlySet<EntryPurpose> = new Set([
  'benefit',
  'wages',
  'tax_refund',
  'card_payment',
  'loan_payment',
  'loan_proceeds',
]);

function purposeByName(name: string, type: TransactionType): EntryPurpose {
  const said = purposeFromDescription(name, type);
  const isSaid = PURPOSES_BY_NAME.has(said) || (said === 'transfer' && PURPOSE_WORDS.transferName.test(name));
  return isSaid ? said : 'unknown';
}

const PAYS_OUT = /\b(?:DISB\w*|FUND\w*|PROCEEDS|LOAN|ADVANCE)\b/;

function ofProcessor(
  said: EntryPurpose,
  { description, isCredit }: { description: string; isCredit: boolean },
): EntryPurpose {
  if (/\b(?:FEES?|DISCOUNT|DISC|INTERCHNG|INTERCHANGE|BILLNG|BILLING)\b/.test(description))
    return isCredit ? 'unknown' : 'fee';
  if (
    said === 'wages' ||
    said === 'purchase' ||
    said === 'loan_payment' ||
    said === 'donation' ||
    said === 'tax'
  )
    return said;
  if (isCredit) return 'merchant_settlement';
  if (/\b(?:SETTLEMENT|SETTLE|TRANSFER|CHARGEBACK|ADJ\w*|DEP|DEPOSIT)\b/.test(description))
    return 'merchant_settlement';
  return said === 'transfer' ? 'merchant_settlement' : said;
}

function refinedKind(
  said: EntryPurpose,
  { kind, isCredit }: { kind: CounterpartyKind; isCredit: boolean },
): EntryPurpose {
  if (kind === 'broker' && said === 'transfer') return 'investment';
  if (kind === 'government' && said === 'investment' && isCredit) return 'benefit';
  if (said === 'tax' && isCredit) return kind === 'government' ? 'tax_refund' : 'other';
  if (said === 'transfer' && kind === 'utility') return 'bill';
  return said;
}
