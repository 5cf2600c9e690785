import { originator } from '../world/originators.ts';
import { innocent, onDays, strangers } from './kinds.ts';
import { credit, debit, noBackground, type Pattern } from './pattern.ts';

const MAGAZINE = originator('HEARTLAND WEEKLY', 'WEB', 'SUBSCR');
const PARKING = originator('CITY OF ASHBURY', 'WEB', 'PARKING');
const PROPERTY_TAX = originator('CITY OF BELMORE', 'WEB', 'TAX');
const ROWING_CLUB = originator('ROWING CLUB', 'PPD', 'SEASON FEE');

/** Trifles, crowds and arrivals that are what they say. */
export const UNAUTHORIZED_LOOK_ALIKES: readonly Pattern[] = [
  {
    ...innocent('test_then_large'),
    name: 'trial-then-price',
    difficulty: 'obvious',
    why: 'A magazine for a dollar in the first weeks, then for $39.99 a month',
    act: (stage) => [onDays(stage, [-30, -22, 0], (day, k) => debit(day, k === 0 ? 100 : 3_999, MAGAZINE))],
  },
  {
    ...innocent('test_then_large'),
    name: 'parking-then-another-citys-tax',
    difficulty: 'hard',
    why: 'Parking for $3.50 in one city and $600 to $900 of property tax in another, whose names begin alike',
    act: (stage) => [
      onDays(stage, [0, 3], (day, k) =>
        k === 0 ? debit(day, 350, PARKING) : debit(day, stage.random.centsBetween(600, 900), PROPERTY_TAX),
      ),
    ],
  },
  {
    ...innocent('multiple_companies'),
    name: 'everybody-chips-in',
    difficulty: 'obvious',
    why: 'Five strangers in a week, all of whom pay in',
    act: (stage) => [
      strangers(stage.random, 5).flatMap((company, k) =>
        onDays(stage, [k % 4], (day) => credit(day, stage.random.centsBetween(15, 40), company)),
      ),
    ],
  },
  {
    ...innocent('unauthorized_ach'),
    name: 'four-members-of-a-club',
    difficulty: 'hard',
    accounts: 4,
    persons: 'each',
    background: noBackground,
    why: 'A club that has never been here debits four members on one day: one too few for a spray',
    act: (stage) =>
      Array.from({ length: 4 }, () => onDays(stage, [0], (day) => debit(day, 9_500, ROWING_CLUB))),
  },
];
