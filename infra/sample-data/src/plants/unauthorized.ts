import type { Draft } from '../draft.ts';
import { SUPPLIERS } from '../world/companies.ts';
import { type Originator, originator } from '../world/originators.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { debit, type Pattern, type Stage } from './pattern.ts';

const NEW_BILLER = originator('GREENFIELD SOLAR', 'PPD', 'SOLAR BILL');
/** Each spray has a company that comes up nowhere else. */
const SPRAYERS = ['AXL', 'BNV', 'CRO', 'DYT', 'EVK', 'FJU', 'GPW', 'HZQ'];

/** Debits that nobody authorized, as their returns or their spread over accounts show. */
export const UNAUTHORIZED: readonly Pattern[] = [
  {
    ...suspicious('unauthorized_ach'),
    name: 'returned-as-unauthorized',
    difficulty: 'obvious',
    why: 'A debit of $520 to $900 that the member had returned as not authorized (R10)',
    act: (stage) => [debitAndReturn(stage, 'R10', stage.random.centsBetween(520, 900))],
  },
  {
    ...suspicious('unauthorized_ach'),
    name: 'authorization-revoked',
    difficulty: 'hard',
    why: 'A single debit below $90, returned because the authorization was revoked (R07)',
    act: (stage) => [debitAndReturn(stage, 'R07', stage.random.centsBetween(35, 88))],
  },
  {
    ...suspicious('unauthorized_ach'),
    name: 'corporate-debit-refused',
    difficulty: 'hard',
    persons: 'business',
    why: 'A debit in a corporate class that a business refused (R29)',
    act: (stage) => [
      debitAndReturn(stage, 'R29', stage.random.centsBetween(240, 460), stage.random.pick(SUPPLIERS)),
    ],
  },
  {
    ...suspicious('unauthorized_ach'),
    name: 'spray',
    difficulty: 'obvious',
    accounts: 6,
    persons: 'each',
    why: 'A company that has never been here debits five members on one day and a sixth on the next',
    act: (stage) => {
      const { random } = stage;
      const sprayer = `${random.pick(SPRAYERS)}${random.int(1_000, 9_999)} SVC`;
      const company = originator(sprayer, 'WEB', 'MEMBERSHIP');
      return Array.from({ length: 6 }, (_, k) =>
        onDays(stage, [k === 5 ? 1 : 0], (day) => debit(day, random.centsBetween(38, 49), company)),
      );
    },
  },
  {
    ...innocent('unauthorized_ach'),
    name: 'no-money-that-day',
    difficulty: 'obvious',
    why: 'A bill returned for insufficient funds (R01)',
    act: (stage) => [debitAndReturn(stage, 'R01', stage.random.centsBetween(110, 240))],
  },
  {
    ...innocent('unauthorized_ach'),
    name: 'stopped-by-the-member',
    difficulty: 'hard',
    why: 'A debit of a gym stopped by the member (R08), which is not the same as never authorized',
    act: (stage) => [debitAndReturn(stage, 'R08', stage.random.centsBetween(30, 60))],
  },
  {
    ...innocent('unauthorized_ach'),
    name: 'new-biller-of-the-region',
    difficulty: 'hard',
    accounts: 6,
    persons: 'each',
    why: 'A new biller that wins six members over ten weeks, two weeks apart',
    act: (stage) =>
      Array.from({ length: 6 }, (_, k) => {
        const start = -50 + 10 * k;
        const cents = stage.random.centsBetween(70, 140);
        return onDays(stage, start > -21 ? [start] : [start, start + 21], (day) =>
          debit(day, cents, NEW_BILLER),
        );
      }),
  },
];

function debitAndReturn(stage: Stage, code: string, cents: number, from?: Originator): Draft[] {
  const [stranger] = strangers(stage.random, 1);
  const company = from ?? stranger;
  const of = debit(stage.anchor, cents, company);
  const back = onDays(stage, [2], (day) => ({ ...debit(day, cents, company), notice: { code, of } }));
  return [of, ...back];
}
