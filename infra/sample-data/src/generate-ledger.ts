import {
  accountNumberOf,
  businessHolder,
  type Holders,
  MAX_ACCOUNTS_PER_PERSON,
  privateHolders,
  renameHolder,
  SAVINGS_POSITION,
} from './account-holders.ts';
import { BankingCalendar } from './banking-calendar.ts';
import {
  accountNumbersOf,
  behaviorId,
  draftPattern,
  holdersOfPattern,
  type PlacedPattern,
  planPatterns,
} from './injected-patterns/plan-patterns.ts';
import { checkLedgerOptions, type LedgerOptions, type LedgerWindow } from './ledger-options.ts';
import { INSTITUTION_ROUTING } from './originating-companies.ts';
import { businessEntries } from './personas/businesses.ts';
import { householdEntries } from './personas/households.ts';
import type { AccountScene, DraftEntry, SampleEntry, SampleNotice } from './sample-entry.ts';
import { Random } from './seeded-random.ts';

const QUOTA_RANDOM_STREAM = 2_000_000_000;

/** Entry counts for the ordinary accounts: log-normal, at least one each, adding up to `entries`. */
function* entryQuotas(seed: number, accounts: number, entries: number): Generator<number, void> {
  // Few entries per account are distributed less evenly.
  const sigma = entries / accounts < 12 ? 1.4 : 0.9;
  const random = new Random(seed, QUOTA_RANDOM_STREAM);
  const weights = Array.from({ length: accounts }, () => Math.exp(sigma * random.normal()));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = entries - accounts;
  let [sum, dealt] = [0, 0];
  for (const [k, weight] of weights.entries()) {
    sum += weight;
    const upTo = k === accounts - 1 ? spare : Math.min(spare, Math.floor((spare * sum) / total));
    yield 1 + upTo - dealt;
    dealt = upTo;
  }
}

/** Nacha Operating Rules, Appendices Four and Five. */
const TITLES: Readonly<Record<string, string>> = {
  R01: 'Insufficient funds',
  R02: 'Account closed',
  R03: 'No account, or unable to locate it',
  R07: 'Authorization revoked by the customer',
  R08: 'Payment stopped',
  R10: 'Originator unknown or not authorized by the receiver',
  R29: 'Corporate customer advises not authorized',
  C01: 'Incorrect account number',
  C05: 'Incorrect transaction code',
};

function noticeText({ code, originalTrace, correctedData }: SampleNotice): string {
  const parts = [`${code} ${TITLES[code] ?? ''}`.trim(), `original trace ${originalTrace}`];
  return (correctedData === null ? parts : [...parts, correctedData]).join('; ');
}

interface Account {
  readonly number: string;
  /** A person's accounts are numbered from 0. */
  readonly position: number;
  readonly holders: Holders;
  /** From this day on, entries have the second holder's name. */
  readonly renamedOn?: number;
  readonly drafts: DraftEntry[];
  readonly injected?: { id: string; behavior: ReadonlySet<DraftEntry> };
}

const SEQUENCES = 10_000_000;
/** Coprime with `SEQUENCES`: a full cycle without repetition. */
const SEQUENCE_STEP = 7_654_321;

/** @param serial number of entries generated before this account */
function* toEntries(account: Account, calendar: BankingCalendar, serial: number): Generator<SampleEntry, void> {
  const { number, holders, renamedOn, injected } = account;
  const traces = new Map<DraftEntry, string>();
  const drafts = account.drafts.toSorted((a, b) => a.day - b.day);
  for (const [index, draft] of drafts.entries()) traces.set(draft, traceOf(draft, serial + index));
  for (const draft of drafts) {
    const { originator, direction, day } = draft;
    const holder = renamedOn === undefined ? (draft.holder ?? 0) : Number(day >= renamedOn);
    const { code, of } = draft.notice ?? {};
    const notice =
      code === undefined || of === undefined
        ? null
        : { code, originalTrace: traces.get(of) ?? '', correctedData: correctedData(code, account) };
    yield {
      company: originator.name,
      ...(holders[holder] ?? holders[0]),
      accountNumber: number,
      originalAccount: number.padStart(17, '0'),
      transactionCode: transactionCode(account, draft),
      cents: draft.cents,
      transactionType: direction,
      postingDate: calendar.text(day),
      postingMinute: draft.minute ?? null,
      entryDescription: draft.description ?? originator.description,
      secCode: notice?.code.startsWith('C') ? 'COR' : originator.secCode,
      traceNumber: traces.get(draft) ?? '',
      // Entries from one company on one day share a batch.
      batch: lastSevenDigits(Number(originator.routingNumber) * 31 + day * 7_919),
      routingNumber: originator.routingNumber,
      addenda: notice === null ? (draft.addenda ?? null) : noticeText(notice),
      notice,
      behavior: injected?.behavior.has(draft) ? injected.id : null,
    };
  }
}

/** The RDFI of the original entry sends returns and notifications of change. */
function traceOf({ notice, originator }: DraftEntry, serial: number): string {
  const sender = notice === undefined ? originator.routingNumber : INSTITUTION_ROUTING;
  return sender.slice(0, 8) + lastSevenDigits(serial * SEQUENCE_STEP);
}

const lastSevenDigits = (value: number): string => String(value % SEQUENCES).padStart(7, '0');

function correctedData(code: string, { number, position }: Account): string | null {
  if (code === 'C01') return number;
  if (code === 'C05') return position === SAVINGS_POSITION ? '37' : '27';
  return null;
}

function transactionCode({ position }: Account, { direction, isPrenote, notice }: DraftEntry): string {
  const ofCredit = notice === undefined ? (isPrenote ? 3 : 2) : 1;
  return `${position === SAVINGS_POSITION ? 3 : 2}${direction === 'Credit' ? ofCredit : ofCredit + 5}`;
}

/** More entries than any household has. */
const MIN_BUSINESS_ENTRIES = 330;
/** Share of members who change their name. */
const RENAMED_SHARE = 0.02;

/** Generates entries lazily, ordered by account and posting date. @throws RangeError for invalid options */
export function* generateLedger(options: LedgerOptions): Generator<SampleEntry, void> {
  const window = checkLedgerOptions(options);
  const calendar = new BankingCalendar(window.lastDay, window.days);
  let serial = 0;
  for (const account of accounts(window, calendar)) {
    yield* toEntries(account, calendar, serial);
    serial += account.drafts.length;
  }
}

function* accounts(window: LedgerWindow, calendar: BankingCalendar): Generator<Account, void> {
  const { seed } = window;
  const patterns = planPatterns(window, calendar);
  const quotas = entryQuotas(
    seed,
    patterns.reduce((rest, { pattern }) => rest - pattern.accounts, window.accounts),
    patterns.reduce((rest, { entries }) => rest - entries, window.transactions),
  );
  let ordinal = 0;
  for (const placed of [...patterns, null]) {
    const until = placed?.firstOrdinal ?? window.accounts;
    while (ordinal < until) {
      const random = new Random(seed, ordinal);
      const owned = Math.min(until - ordinal, accountsOfPerson(random));
      const number = (position: number) => accountNumberOf({ seed, personOrdinal: ordinal, position });
      yield* accountsOf({ random, calendar }, { owned, number, quotas });
      ordinal += owned;
    }
    if (!placed) return;
    yield* patternAccounts(seed, calendar, placed);
    ordinal += placed.pattern.accounts;
  }
}

function* accountsOf(
  scene: AccountScene,
  person: { owned: number; number: (position: number) => string; quotas: Generator<number, void> },
): Generator<Account, void> {
  const { random, calendar } = scene;
  const [first, second] = privateHolders(random);
  const isRenamed = second === undefined && random.chance(RENAMED_SHARE);
  const holders: Pick<Account, 'holders' | 'renamedOn'> = isRenamed
    ? { holders: [first, renameHolder(random, first)], renamedOn: random.pick(calendar.days) }
    : { holders: second === undefined ? [first] : [first, second] };
  for (let position = 0; position < person.owned; position += 1) {
    const quota = person.quotas.next().value ?? 0;
    const isBusiness = quota >= MIN_BUSINESS_ENTRIES;
    yield {
      number: person.number(position),
      position,
      ...(isBusiness ? { holders: businessHolder(random) } : holders),
      drafts: isBusiness ? businessEntries(scene, quota) : householdEntries(scene, quota),
    };
  }
}

function* patternAccounts(seed: number, calendar: BankingCalendar, placed: PlacedPattern): Generator<Account, void> {
  const { index, pattern } = placed;
  const { drafts, behavior } = draftPattern(seed, calendar, index, pattern);
  const numbers = accountNumbersOf(seed, placed);
  for (const [position, list] of drafts.entries()) {
    yield {
      number: numbers[position] ?? '',
      position: pattern.persons === 'each' ? 0 : position,
      holders: holdersOfPattern(index, position, pattern),
      drafts: list,
      injected: { id: behaviorId(pattern, index), behavior },
    };
  }
}

function accountsOfPerson(random: Random): number {
  const draw = random.next();
  if (draw < 0.72) return 1;
  return draw < 0.94 ? 2 : MAX_ACCOUNTS_PER_PERSON;
}
