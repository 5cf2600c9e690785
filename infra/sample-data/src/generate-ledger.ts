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
import { checkLedgerOptions, type LedgerOptions } from './ledger-options.ts';
import { INSTITUTION_ROUTING } from './originating-companies.ts';
import { businessEntries } from './personas/businesses.ts';
import { householdEntries } from './personas/households.ts';
import type { DraftEntry, SampleEntry, SampleNotice } from './sample-entry.ts';
import { Random } from './seeded-random.ts';

const QUOTA_RANDOM_STREAM = 2_000_000_000;

/**
 * How many entries each ordinary account gets: log-normal, as activity is in life. Each has at least one and they add
 * up exactly. Two passes of the same random sequence instead of an array, so that memory stays flat.
 * @param seed of the ledger
 * @param accounts ordinary accounts, at least 1
 * @param entries to deal out, at least one for each account
 */
function* entryQuotas(seed: number, accounts: number, entries: number): Generator<number, void> {
  // The fewer entries there are, the more of them belong to few accounts.
  const sigma = entries / accounts < 12 ? 1.4 : 0.9;
  const weight = (random: Random) => Math.exp(sigma * random.normal());
  const first = new Random(seed, QUOTA_RANDOM_STREAM);
  let total = 0;
  for (let k = 0; k < accounts; k += 1) total += weight(first);
  const second = new Random(seed, QUOTA_RANDOM_STREAM);
  const spare = entries - accounts;
  let sum = 0;
  let given = 0;
  for (let k = 0; k < accounts; k += 1) {
    sum += weight(second);
    const upTo = k === accounts - 1 ? spare : Math.min(spare, Math.floor((spare * sum) / total));
    yield 1 + upTo - given;
    given = upTo;
  }
}

/** What the codes used here mean (Nacha Operating Rules, Appendices Four and Five). */
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

/** A notice in the one line that formats without addenda records have for it, the code first. */
function noticeText({ code, originalTrace, correctedData }: SampleNotice): string {
  const parts = [`${code} ${TITLES[code] ?? ''}`.trim(), `original trace ${originalTrace}`];
  return (correctedData === null ? parts : [...parts, correctedData]).join('; ');
}

interface Account {
  readonly number: string;
  /** Which of the person's accounts it is, from 0. */
  readonly position: number;
  readonly holders: Holders;
  /** From this day on the holder has the second of the names. */
  readonly renamedOn?: number;
  readonly drafts: DraftEntry[];
  /** Id of the planted behaviour and the drafts that make it up. */
  readonly plant: { id: string; behaviour: ReadonlySet<DraftEntry> } | null;
}

const SEQUENCES = 10_000_000;
/** Odd and not a multiple of five: steps through all sequence numbers before one comes again. */
const SEQUENCE_STEP = 7_654_321;

/** Turns an account's drafts into entries, oldest first. `serial` is the number of entries made before. */
function* toEntries(
  account: Account,
  calendar: BankingCalendar,
  serial: number,
): Generator<SampleEntry, void> {
  const original = account.number.padStart(17, '0');
  const traces = new Map<DraftEntry, string>();
  const drafts = account.drafts.toSorted((a, b) => a.day - b.day);
  for (const [index, draft] of drafts.entries()) traces.set(draft, traceOf(draft, serial + index));
  for (const draft of drafts) {
    const { originator, direction } = draft;
    const holder = account.holders[holderAt(account, draft)] ?? account.holders[0];
    const notice = noticeOf(draft, account, traces);
    yield {
      company: originator.name,
      firstName: holder.firstName,
      lastName: holder.lastName,
      middleInitial: holder.middleInitial,
      accountNumber: account.number,
      originalAccount: original,
      transactionCode: transactionCode(account, draft),
      cents: draft.cents,
      transactionType: direction,
      postingDate: calendar.text(draft.day),
      postingMinute: draft.minute ?? null,
      entryDescription: draft.description ?? originator.description,
      secCode: draft.notice?.code.startsWith('C') ? 'COR' : originator.secCode,
      traceNumber: traces.get(draft) ?? '',
      batch: batchNumber(originator.routingNumber, draft.day),
      routingNumber: originator.routingNumber,
      addenda: notice === null ? (draft.addenda ?? null) : noticeText(notice),
      notice,
      behaviour: account.plant?.behaviour.has(draft) ? account.plant.id : null,
    };
  }
}

/** Returns and notifications of change are sent by the institution that had received the entry. */
function traceOf({ notice, originator }: DraftEntry, serial: number): string {
  const sender = notice === undefined ? originator.routingNumber : INSTITUTION_ROUTING;
  return sender.slice(0, 8) + String((serial * SEQUENCE_STEP) % SEQUENCES).padStart(7, '0');
}

function holderAt({ renamedOn }: Account, { day, holder = 0 }: DraftEntry): 0 | 1 {
  if (renamedOn === undefined) return holder;
  return day >= renamedOn ? 1 : 0;
}

function noticeOf(
  { notice }: DraftEntry,
  account: Account,
  traces: ReadonlyMap<DraftEntry, string>,
): SampleNotice | null {
  if (notice === undefined) return null;
  const originalTrace = traces.get(notice.of) ?? '';
  return { code: notice.code, originalTrace, correctedData: correctedData(notice.code, account) };
}

/** C01 corrects the account number, C05 the transaction code. */
function correctedData(code: string, { number, position }: Account): string | null {
  if (code === 'C01') return number;
  if (code === 'C05') return position === SAVINGS_POSITION ? '37' : '27';
  return null;
}

function transactionCode({ position }: Account, { direction, isPrenote, notice }: DraftEntry): string {
  const ofCredit = notice === undefined ? (isPrenote ? 3 : 2) : 1;
  return `${position === SAVINGS_POSITION ? 3 : 2}${direction === 'Credit' ? ofCredit : ofCredit + 5}`;
}

/** Entries of one company on one day share a batch. */
function batchNumber(routingNumber: string, day: number): string {
  return String((Number(routingNumber) * 31 + day * 7_919) % 10_000_000).padStart(7, '0');
}

/** An account with more entries than any household has belongs to a business. */
const MIN_BUSINESS_ENTRIES = 330;
/** Members who change their name within the window. */
const RENAMED_SHARE = 0.02;

/**
 * A credit union's ACH entries, exactly as many as asked on exactly as many accounts, **ordered by account and within
 * an account by posting date**. Lazy: only one member's entries are in memory, whatever the size.
 * @throws RangeError on impossible options
 */
export function* generateLedger(options: LedgerOptions): Generator<SampleEntry, void> {
  const window = checkLedgerOptions(options);
  const calendar = new BankingCalendar(window.lastDay, window.days);
  let serial = 0;
  for (const account of accounts(window, calendar)) {
    yield* toEntries(account, calendar, serial);
    serial += account.drafts.length;
  }
}

type Window = ReturnType<typeof checkLedgerOptions>;

function* accounts(window: Window, calendar: BankingCalendar): Generator<Account, void> {
  const { seed } = window;
  const plants = planPatterns(window, calendar);
  const planted = { accounts: 0, entries: 0 };
  for (const plant of plants) {
    planted.accounts += plant.pattern.accounts;
    planted.entries += plant.entries;
  }
  const left = entryQuotas(seed, window.accounts - planted.accounts, window.transactions - planted.entries);
  let ordinal = 0;
  for (const plant of [...plants, null]) {
    const until = plant?.firstOrdinal ?? window.accounts;
    while (ordinal < until) {
      const random = new Random(seed, ordinal);
      const owned = Math.min(until - ordinal, accountsOfPerson(random));
      yield* person({ seed, ordinal, owned, random, calendar, left });
      ordinal += owned;
    }
    if (!plant) return;
    yield* plantAccounts(seed, calendar, plant);
    ordinal += plant.pattern.accounts;
  }
}

interface PersonPlan {
  seed: number;
  ordinal: number;
  owned: number;
  random: Random;
  calendar: BankingCalendar;
  left: Generator<number, void>;
}

function* person({ seed, ordinal, owned, random, calendar, left }: PersonPlan): Generator<Account, void> {
  const holders = privateHolders(random);
  const marries = holders[1] === undefined && random.chance(RENAMED_SHARE);
  const renaming = marries
    ? {
        holders: [holders[0], renameHolder(random, holders[0])] as const,
        renamedOn: random.pick(calendar.days),
      }
    : { holders };
  for (let position = 0; position < owned; position += 1) {
    const quota = left.next().value ?? 0;
    const isBusiness = quota >= MIN_BUSINESS_ENTRIES;
    const scene = { random, calendar };
    yield {
      number: accountNumberOf({ seed, personOrdinal: ordinal, position }),
      position,
      ...(isBusiness ? { holders: businessHolder(random) } : renaming),
      drafts: isBusiness ? businessEntries(scene, quota) : householdEntries(scene, quota),
      plant: null,
    };
  }
}

function* plantAccounts(
  seed: number,
  calendar: BankingCalendar,
  plant: PlacedPattern,
): Generator<Account, void> {
  const { index, pattern } = plant;
  const { drafts, behaviour } = draftPattern(seed, calendar, index, pattern);
  const numbers = accountNumbersOf(seed, plant);
  for (const [position, list] of drafts.entries()) {
    yield {
      number: numbers[position] ?? '',
      position: pattern.persons === 'each' ? 0 : position,
      holders: holdersOfPattern(index, position, pattern),
      drafts: list,
      plant: { id: behaviorId(pattern, index), behaviour },
    };
  }
}

function accountsOfPerson(random: Random): number {
  const draw = random.next();
  if (draw < 0.72) return 1;
  return draw < 0.94 ? 2 : MAX_ACCOUNTS_PER_PERSON;
}
