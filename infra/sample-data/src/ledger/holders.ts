import { FIRST_NAMES, LAST_NAMES } from '../world/names.ts';
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
/** Short enough for the sixteen characters that CTX has for a receiver. */
const BUSINESS_NAMES = ['Juniper', 'Copper', 'Bluebird', 'Old Town', 'Oaks', 'Silver', 'Red Barn'];
const BUSINESS_KINDS = ['Bakery', 'Heating', 'Auto', 'Florist', 'Deli', 'Books'];

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

/** The holder after a marriage: the same first name and another last name. */
export function renamed(random: Random, { firstName, middleInitial }: Holder): Holder {
  return { firstName, lastName: random.pick(LAST_NAMES), middleInitial };
}

function person(random: Random, lastName: string): Holder {
  return {
    firstName: random.pickSkewed(FIRST_NAMES),
    lastName,
    middleInitial: random.chance(0.4) ? random.pick(INITIALS) : null,
  };
}
