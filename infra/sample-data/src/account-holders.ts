import type { Random } from './seeded-random.ts';

/** Suffixes that are common at credit unions: share draft (checking), savings, second share draft. */
const SHARE_SUFFIXES = ['70', '00', '71'] as const;
export const SAVINGS_POSITION = 1;
export const MAX_ACCOUNTS_PER_PERSON = SHARE_SUFFIXES.length;

const MEMBER_NUMBERS = 9_000_000;
/** Coprime with `MEMBER_NUMBERS`, so that member numbers are unique. */
const MEMBER_NUMBER_STEP = 7_654_321;

/** A seven-digit member number and the share suffix. `position` counts a person's accounts from 0. */
export function accountNumberOf(of: { seed: number; personOrdinal: number; position: number }): string {
  const scattered = (of.personOrdinal * MEMBER_NUMBER_STEP + of.seed) % MEMBER_NUMBERS;
  return `${1_000_000 + scattered}${SHARE_SUFFIXES[of.position]}`;
}

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Most common first. */
export const FIRST_NAMES = splitWords(`
  James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph Jessica
  Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Betty Mark Ashley Donald Emily Steven
  Kimberly Andrew Margaret Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah Timothy
  Stephanie Ronald Rebecca Jason Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Gary Angela Nicholas Shirley
  Eric Emma Jonathan Brenda Stephen Pamela Larry Nicole Justin Anna Scott Samantha Brandon Katherine Benjamin Christine
  Samuel Debra Gregory Rachel Alexander Carolyn Patrick Janet Frank Maria Raymond Olivia Jack Heather Dennis Helen Jerry
  Catherine Tyler Diane Aaron Julie Jose Victoria Adam Joyce Nathan Lauren Henry Kelly Zachary Christina Douglas Ruth
  Peter Joan Kyle Virginia Noah Judith Ethan Evelyn Luis Guadalupe Carlos Rosa Juan Carmen Miguel Priya Wei Mei Thuy Minh
`);

export const LAST_NAMES = splitWords(`
  Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson
  Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young
  Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts
  Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez
  Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James
  Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins
  Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Fisher Vasquez Simmons Graham Jordan Wallace Hamilton West
  Cole Owens Fields Hart Dunn Webb Tran Pierce Burke Stone Wells Chen Grant Holland Shaw Rice Black Palmer Mills Ford
`);

/** Ordinary members do not have these names. */
export const PATTERN_LAST_NAMES = splitWords(`
  Abernathy Applegate Ashdown Barlowe Bexley Blackwood Braddock Calloway Carrow Chesterton Colby Cranfield Dalloway
  Darrow Ellery Fairbanks Farrow Fenwick Garrick Granger Hadley Hargrove Hollis Inskeep Kendrick Kingsley Langford
  Larkin Lockhart Marlowe Merrick Northcott Oakley Pemberton Prescott Quimby Ravenel Redfern Rowland Sedgwick Selby
  Sheffield Stanhope Tarleton Thackeray Thornbury Underhill Vance Wakefield Westbrook Whitlock Winslow Yardley
`);

/** Only members who marry in a pattern have these names. */
export const MARRIED_LAST_NAMES = splitWords('Aldersey Birtwhistle Carlisle Dunstable Eddington Featherstone Goodacre');

export interface Holder {
  readonly firstName: string;
  readonly lastName: string;
  readonly middleInitial: string | null;
}

export type Holders = readonly [Holder, ...Holder[]];

const INITIALS = 'ABCDEFGHJKLMNPRSTW'.split('');
const JOINT_SHARE = 0.18;
/** With a business kind, at most 16 characters, as in the receiver name of a CTX entry. */
const BUSINESS_NAMES = ['Juniper', 'Copper', 'Bluebird', 'Old Town', 'Oaks', 'Silver', 'Red Barn'];
const BUSINESS_KINDS = ['Bakery', 'Heating', 'Auto', 'Florist', 'Deli', 'Books'];

export function privateHolders(random: Random): Holders {
  const first = makeHolder(random, random.pickSkewed(LAST_NAMES));
  if (!random.chance(JOINT_SHARE)) return [first];
  return [first, makeHolder(random, first.lastName)];
}

export function businessHolder(random: Random): Holders {
  return [{ firstName: random.pick(BUSINESS_NAMES), lastName: random.pick(BUSINESS_KINDS), middleInitial: null }];
}

export function renameHolder(random: Random, { firstName, middleInitial }: Holder): Holder {
  return { firstName, lastName: random.pick(LAST_NAMES), middleInitial };
}

function makeHolder(random: Random, lastName: string): Holder {
  return {
    firstName: random.pickSkewed(FIRST_NAMES),
    lastName,
    middleInitial: random.chance(0.4) ? random.pick(INITIALS) : null,
  };
}
