import { FIRST_NAMES, LAST_NAMES, PLANTED_LAST_NAMES } from '../world/names.ts';
import type { Random } from '../world/random.ts';

export interface Holder {
  readonly firstName: string;
  readonly lastName: string;
  readonly middleInitial: string | null;
}

/** Who receives entries on an account: one holder, or two of a joint account. */
export type Holders = readonly [Holder, ...Holder[]];

const INITIALS = 'ABCDEFGHJKLMNPRSTW'.split('');
const JOINT_SHARE = 0.18;
const BUSINESS_NAMES = [
  'Juniper',
  'Copper Kettle',
  'Bluebird',
  'Old Town',
  'Three Oaks',
  'Silver Creek',
  'Red Barn',
];
const BUSINESS_KINDS = [
  'Bakery LLC',
  'Plumbing Inc',
  'Auto Repair',
  'Florist LLC',
  'Catering Co',
  'Books LLC',
];

/** Common names repeat: among some thousands there are strangers of the same full name. */
export function privateHolders(random: Random): Holders {
  const first = person(random, random.pickSkewed(LAST_NAMES));
  if (!random.chance(JOINT_SHARE)) return [first];
  return [first, person(random, first.lastName)];
}

export function businessHolder(random: Random): Holders {
  return [
    { firstName: random.pick(BUSINESS_NAMES), lastName: random.pick(BUSINESS_KINDS), middleInitial: null },
  ];
}

/** A full name nobody else in the ledger has, for the first eight thousand plants. */
export function plantedHolder(index: number): Holders {
  const last = index % PLANTED_LAST_NAMES.length;
  const round = Math.floor(index / PLANTED_LAST_NAMES.length);
  const first = (round + 37 * last) % FIRST_NAMES.length;
  return [
    { firstName: FIRST_NAMES[first] ?? '', lastName: PLANTED_LAST_NAMES[last] ?? '', middleInitial: null },
  ];
}

function person(random: Random, lastName: string): Holder {
  return {
    firstName: random.pickSkewed(FIRST_NAMES),
    lastName,
    middleInitial: random.chance(0.4) ? random.pick(INITIALS) : null,
  };
}
