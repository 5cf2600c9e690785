import type { TransactionType } from '../ledger/ledger-row.ts';
import {
  BUSINESS_WORDS,
  type CounterpartyKind,
  NAMED_COMPANIES,
  NEUTRAL_WORDS,
  OTHER_BUSINESS_WORDS,
  SOURCES,
  TRUNCATED_WORDS,
} from './counterparty-table.ts';
import {
  CREDIT_DETAILS,
  type CreditDetail,
  type EntryPurpose,
  firstMatch,
  PURPOSE_WORDS,
  purposeFromName,
  purposeOfEntry,
} from './entry-purposes.ts';

export interface Counterparty {
  /** The first of `kinds`, used if an entry gives no other indication. */
  kind: CounterpartyKind;
  /** Most common first; `['unknown']` for names that are not recognized. */
  kinds: readonly CounterpartyKind[];
  reason: string;
}

export interface EntryMeaning {
  kind: CounterpartyKind;
  purpose: EntryPurpose;
  /** Null for debits, and for credits whose words show only the purpose. */
  detail: CreditDetail | null;
  isCalledTransfer: boolean;
  reason: string;
}

export interface DescribedEntry {
  company: string;
  entryDescription: string | null;
  transactionType: TransactionType;
}

/** A NACHA batch header has 16 characters for the company name, so a name of this length may be cut off. */
const NAME_LENGTH = 16;
const MIN_TRUNCATED_LENGTH = 4;

const PLAIN = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

/** Uppercase, without accents or apostrophes; other punctuation becomes single spaces. */
export function plainWords(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’`]/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function nameOf(company: string): string {
  const name = plainWords(company).replace(/^THE (?=\S)/, '');
  const last = name.slice(name.lastIndexOf(' ') + 1);
  const { length } = company.trim();
  if (length < NAME_LENGTH - 1 || length > NAME_LENGTH || last.length < MIN_TRUNCATED_LENGTH) return name;
  return name.slice(0, -last.length) + (TRUNCATED_WORDS.find((word) => word.startsWith(last)) ?? last);
}

interface CompiledRow {
  counterparty: Counterparty;
  only: ReadonlySet<string> | null;
}

/** An index, so that a lookup examines only a few names. */
const namesByFirstWord = Map.groupBy(
  NAMED_COMPANIES.flatMap(({ kinds, source, names, only }) => {
    const row: CompiledRow = {
      counterparty: { kind: kinds[0], kinds, reason: SOURCES[source] },
      only: only === undefined ? null : new Set([...NEUTRAL_WORDS, ...only]),
    };
    return names.map((name) => ({ name, row }));
  }),
  ({ name }) => name.split(' ', 1)[0] ?? '',
);

const DIGITS = /\d/;

function isNamed(words: string, name: string, { only }: CompiledRow): boolean {
  // Names in the table may be truncated at the NACHA length too.
  const isWhole =
    words === name || words.startsWith(`${name} `) || (name.length >= NAME_LENGTH - 1 && words.startsWith(name));
  if (!isWhole) return false;
  if (only === null) return name.includes(' ') || !OTHER_BUSINESS_WORDS.test(words.slice(name.length));
  const rest = words.slice(name.length).trim();
  return rest === '' || rest.split(' ').every((word) => only.has(word) || DIGITS.test(word));
}

/** Square and Toast put a merchant's name after their own prefix. */
const CARD_DESCRIPTOR = /^(?:SQ|TST) ?\*/i;

type Meanings = { words: string } & Partial<Record<TransactionType, EntryMeaning>>;

interface KnownCompany {
  counterparty: Counterparty;
  name: string;
  namePurpose: Readonly<Record<TransactionType, EntryPurpose>>;
  meanings: Map<string | null, Meanings>;
  /** Keyed by words without long numbers, which differ from entry to entry. */
  byWords: Map<string, Meanings>;
}

/** A ledger has a few thousand distinct texts. The cache is cleared when it reaches this size. */
const MAX_CACHED_TEXTS = 20_000;
const companies = new Map<string, KnownCompany>();
let cachedTexts = 0;

function countCachedText(): void {
  cachedTexts += 1;
  if (cachedTexts <= MAX_CACHED_TEXTS) return;
  companies.clear();
  cachedTexts = 0;
}

function knownCompany(company: string): KnownCompany {
  let known = companies.get(company);
  if (known === undefined) {
    countCachedText();
    const name = nameOf(company);
    const counterparty = CARD_DESCRIPTOR.test(company)
      ? { kind: 'processor' as const, kinds: ['processor' as const], reason: SOURCES.processors }
      : (rowOf(name)?.counterparty ?? joinedRowOf(name)?.counterparty ?? counterpartyByWords(name));
    const namePurpose = { Credit: purposeFromName(name, 'Credit'), Debit: purposeFromName(name, 'Debit') };
    known = { counterparty, name, namePurpose, meanings: new Map(), byWords: new Map() };
    companies.set(company, known);
  }
  return known;
}

/** By name alone; `unknown` for names that are not recognized. */
export function counterpartyOf(company: string): Counterparty {
  return knownCompany(company).counterparty;
}

/** The kind that most of a company's entries indicate; null without a majority or if the name already determines it. */
export function kindFromDescriptions(
  company: string,
  descriptions: readonly (Omit<DescribedEntry, 'company'> & { entries: number })[],
): CounterpartyKind | null {
  if (counterpartyOf(company).kind !== 'unknown') return null;
  const entriesByKind = new Map<CounterpartyKind, number>();
  let total = 0;
  for (const { entries, ...entry } of descriptions) {
    const { kind } = entryMeaningOf({ company, ...entry });
    entriesByKind.set(kind, (entriesByKind.get(kind) ?? 0) + entries);
    total += entries;
  }
  const [majority] = [...entriesByKind].find(([, entries]) => 2 * entries > total) ?? [];
  return majority === undefined || majority === 'unknown' ? null : majority;
}

const LONG_NUMBER = /\b\w*\d{4,}\w*\b/g;

export function entryMeaningOf({ company, entryDescription, transactionType }: DescribedEntry): EntryMeaning {
  const known = knownCompany(company);
  let meanings = known.meanings.get(entryDescription);
  if (meanings === undefined) {
    countCachedText();
    const words = plainWords(entryDescription ?? '').replaceAll(LONG_NUMBER, '#');
    meanings = known.byWords.get(words) ?? { words };
    known.byWords.set(words, meanings);
    known.meanings.set(entryDescription, meanings);
  }
  return (meanings[transactionType] ??= readEntry(known, meanings.words, transactionType));
}

function rowOf(words: string): CompiledRow | null {
  const candidates = namesByFirstWord.get(words.split(' ', 1)[0] ?? '') ?? [];
  // Candidates are in the order of the table.
  return candidates.find(({ name, row }) => isNamed(words, name, row))?.row ?? null;
}

/** For originators that omit spaces: names this long are not the beginning of another word. */
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
  const [kind = 'unknown'] = (firstMatch(BUSINESS_WORDS, words)?.split(':') ?? []) as CounterpartyKind[];
  const reason = kind === 'unknown' ? 'The name is not recognized' : SOURCES.words;
  return { kind, kinds: [kind], reason };
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

/** By name. Cities and counties are also utilities, but they mainly pay wages. */
export function isPublicPayer(company: string): boolean {
  const { kind, kinds } = counterpartyOf(company);
  if (kind === 'government') return !kinds.includes('utility');
  return entryMeaningOf({ company, entryDescription: null, transactionType: 'Credit' }).purpose === 'benefit';
}

/** By name: whether payments may be wages for the company's own staff. */
export function mayBeEmployer(company: string): boolean {
  return !NON_EMPLOYER_KINDS.has(counterpartyOf(company).kind) && !isPublicPayer(company);
}

const DESCRIBED_KINDS: Readonly<Partial<Record<CounterpartyKind, RegExp>>> = {
  card_issuer: PURPOSE_WORDS.card,
  student_lender: /\b(?:STUDENT ?(?:LOANS?|LN)|STDNT ?(?:LOANS?|LN))\b|\bSTU\w* ?LOANS?\b/,
  mortgage_lender: /\b(?:MTG|MORTG(?:AGE)?|MTGE|HOME ?LOANS?|HELOC|HOME MTG)\b/,
  auto_lender: /\b(?:ALLY PAYMT|AUTO ?(?:LOANS?|LN|FIN\w*)|CAR ?(?:LOANS?|PYMT|PMT|PAYMENT)|VEHICLE LOAN|AUTO LEASE)\b/,
  payday_lender: /\b(?:PAYDAY|CASH ADV(?:ANCE)?)\b/,
};
/** Used only when the name is unknown. */
const DESCRIBED_ONLY: Readonly<Partial<Record<CounterpartyKind, RegExp>>> = {
  payment_app: /\b(?:ZELLE|VENMO|CASH ?APP|PAYPAL|APPLE CASH)\b/,
  gambling: /\b(?:WAGERS?|WAGERING|BETS?|LOTTERY)\b/,
  insurer: /\b(?:INS ?PREM(?:IUM)?|INSURANCE|INSUR|INS PYMT|INS PMT|INS PAYMT|LIFE INS|AUTO INS)\b/,
  school: /\b(?:TUITION|FIN ?AID|FINANCIAL AID)\b/,
  utility:
    /\b(?:ELEC(?:TRIC)? ?(?:PYMT|PMT|BILL)|WATER ?(?:PYMT|PMT|BILL)|GAS ?(?:PYMT|PMT|BILL)|UTIL\w*(?: \w+)?|ENERGY BILL|POWER BILL|SEWER)\b/,
  housing: /\b(?:RENT|RENT PMTS|HOA|HOA DUES|CONDO FEE|HOUSE RENT)\b/,
  charity: /\b(?:DONATIONS?|DONATE|TITHES?|TITHING|OFFERING)\b/,
  government:
    /\b(?:UI BENEFIT|UNEMPLOY\w*|SOC SEC|XX(?:SOC|SUPP|VA)\w*|TAX ?REF(?:UND)?|USATAXPYMT|CHILD ?SUPP\w*|CHILDSUPPORT)\b/,
  processor: /\bMTOT (?:DEP|DISC)\b/,
};

function readEntry(
  { counterparty, name, namePurpose }: KnownCompany,
  description: string,
  type: TransactionType,
): EntryMeaning {
  const text = `${name} ${description}`.trim();
  const kind = kindOf(counterparty, description, text);
  const purpose = purposeOfEntry({ kind, name, namePurpose: namePurpose[type], description, type });
  const meaning = {
    purpose,
    detail: type === 'Credit' ? (firstMatch(CREDIT_DETAILS, text) ?? null) : null,
    isCalledTransfer: PURPOSE_WORDS.transfer.test(description),
  };
  if (kind === 'unknown' && purpose === 'wages' && type === 'Credit')
    return { ...meaning, kind: 'employer', reason: 'The entry description, which mentions wages' };
  const isByName = counterparty.kind === kind;
  return { ...meaning, kind, reason: isByName ? counterparty.reason : 'The entry description' };
}

/** @param text name and description together */
function kindOf({ kind, kinds }: Counterparty, description: string, text: string): CounterpartyKind {
  const described = firstMatch(DESCRIBED_KINDS, description);
  const mayBe = (other: CounterpartyKind): boolean => kinds.includes(other);
  if (kind === 'unknown')
    return described ?? firstMatch(DESCRIBED_ONLY, description) ?? appNamedInDescription(description) ?? 'unknown';
  if (kind === 'retailer' && mayBe('card_issuer'))
    return described === 'card_issuer' || CARD_BILL.test(description) ? 'card_issuer' : 'retailer';
  if (kind === 'government' && mayBe('utility'))
    return /\b(?:WATER|UTIL\w*|SEWER|ELEC\w*|POWER|GAS)\b/.test(text) ? 'utility' : 'government';
  if (kind === 'processor' || kinds.length === 1)
    return kind === 'bank' || kind === 'personal_lender' ? (described ?? kind) : kind;
  if (described !== undefined) return described;
  if (mayBe('bank') && PURPOSE_WORDS.transfer.test(description)) return 'bank';
  if (mayBe('personal_lender') && /\b(?:PERSONAL )?(?:LOANS?|LN)\b/.test(text)) {
    const isOtherLender = mayBe('mortgage_lender') || mayBe('auto_lender') || mayBe('student_lender');
    return isOtherLender ? kind : 'personal_lender';
  }
  return /\b(?:SAVINGS|360|HYS)\b/.test(text) && mayBe('bank') ? 'bank' : kind;
}

/** The app or site on whose behalf another company collects: "PWMB DRAFTKINGS". */
function appNamedInDescription(description: string): CounterpartyKind | null {
  const kind = rowOf(description)?.counterparty.kind;
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

const CARD_BILL = /\b(?:AUTO|ONLINE|CHG|MOBILE|WEB|CC|CRD|E) ?P(?:MT|YMT|AYMT|AY\w*)\b|\b(?:EPAY\w*|AUTOPAY)\b/;
