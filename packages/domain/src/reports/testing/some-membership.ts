import type { Membership } from '../topics/members/membership.ts';

/** Ten more active members than before: 20 new, 15 back, 25 gone quiet. */
export const SOME_MEMBERS: Membership = {
  active: 110,
  activeBefore: 100,
  arrived: 20,
  arrivedBefore: 16,
  returned: 15,
  quiet: 25,
  arrivedCents: 600_000,
  quietCents: 1_000_000,
  arrivedThrough: [
    { company: 'SSA TREAS 310', members: 9 },
    { company: 'RIVERTON SCHOOLS', members: 4 },
  ],
  quietThrough: [{ company: 'HARBOR MOTORS', members: 6 }],
  quietFirst: [
    {
      member: { accountNumber: '1000000001', name: 'Ana Sample' },
      creditCents: 400_000,
      lastDay: '2026-07-30',
      monthsActive: 7,
    },
    {
      member: { accountNumber: '2000000002', name: 'Ben Low' },
      creditCents: 900_000,
      lastDay: '2026-07-03',
      monthsActive: 1,
    },
  ],
  months: [
    { month: '2026-07', active: 100, arrived: 16 },
    { month: '2026-08', active: 110, arrived: 20 },
  ],
};
/** Of a ledger in which nobody moved money. */
export const NOBODY: Membership = {
  active: 0,
  activeBefore: 0,
  arrived: 0,
  arrivedBefore: 0,
  returned: 0,
  quiet: 0,
  arrivedCents: 0,
  quietCents: 0,
  arrivedThrough: [],
  quietThrough: [],
  quietFirst: [],
  months: [],
};
