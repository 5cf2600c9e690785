import { business } from '../lives/business.ts';
import { household } from '../lives/household.ts';
import { checkedOptions, type LedgerOptions } from '../options.ts';
import { behaviourId } from '../plants/behaviour-id.ts';
import { accountNumbersOf, type Plant, perform, planPlants } from '../plants/plan.ts';
import { plantedHolders } from '../plants/planted-holders.ts';
import { BankingCalendar } from '../world/banking-calendar.ts';
import { Random } from '../world/random.ts';
import { accountNumberOf, MOST_ACCOUNTS_PER_PERSON } from './account-number.ts';
import { businessHolder, privateHolders, renamed } from './holders.ts';
import { quotas } from './quotas.ts';
import type { SampleEntry } from './sample-entry.ts';
import { type Account, toEntries } from './to-entries.ts';

/** An account with more entries than any household has belongs to a business. */
const BUSINESS_FROM = 330;
/** Members who change their name within the window. */
const RENAMED_SHARE = 0.02;

/**
 * A credit union's ACH entries, exactly as many as asked on exactly as many accounts, **ordered by account and within
 * an account by posting date**. Lazy: only one member's entries are in memory, whatever the size.
 * @throws RangeError on impossible options
 */
export function* generateLedger(options: LedgerOptions): Generator<SampleEntry, void> {
  const window = checkedOptions(options);
  const calendar = new BankingCalendar(window.lastDay, window.days);
  let serial = 0;
  for (const account of accounts(window, calendar)) {
    yield* toEntries(account, calendar, serial);
    serial += account.drafts.length;
  }
}

type Window = ReturnType<typeof checkedOptions>;

function* accounts(window: Window, calendar: BankingCalendar): Generator<Account, void> {
  const { seed } = window;
  const plants = planPlants(window, calendar);
  const planted = { accounts: 0, entries: 0 };
  for (const plant of plants) {
    planted.accounts += plant.pattern.accounts;
    planted.entries += plant.entries;
  }
  const left = quotas(seed, window.accounts - planted.accounts, window.transactions - planted.entries);
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
    ? { holders: [holders[0], renamed(random, holders[0])] as const, renamedOn: random.pick(calendar.days) }
    : { holders };
  for (let position = 0; position < owned; position += 1) {
    const quota = left.next().value ?? 0;
    const isBusiness = quota >= BUSINESS_FROM;
    const scene = { random, calendar };
    yield {
      number: accountNumberOf({ seed, personOrdinal: ordinal, position }),
      position,
      ...(isBusiness ? { holders: businessHolder(random) } : renaming),
      drafts: isBusiness ? business(scene, quota) : household(scene, quota),
      plant: null,
    };
  }
}

function* plantAccounts(seed: number, calendar: BankingCalendar, plant: Plant): Generator<Account, void> {
  const { index, pattern } = plant;
  const { drafts, behaviour } = perform(seed, calendar, index, pattern);
  const numbers = accountNumbersOf(seed, plant);
  for (const [position, list] of drafts.entries()) {
    yield {
      number: numbers[position] ?? '',
      position: pattern.persons === 'each' ? 0 : position,
      holders: plantedHolders(index, position, pattern),
      drafts: list,
      plant: { id: behaviourId(pattern, index), behaviour },
    };
  }
}

function accountsOfPerson(random: Random): number {
  const draw = random.next();
  if (draw < 0.72) return 1;
  return draw < 0.94 ? 2 : MOST_ACCOUNTS_PER_PERSON;
}
