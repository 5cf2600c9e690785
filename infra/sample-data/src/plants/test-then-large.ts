import { BROKERAGE, MERCHANTS } from '../world/companies.ts';
import { originator } from '../world/originators.ts';
import { innocent, onDays, strangers, suspicious } from './kinds.ts';
import { credit, debit, type Pattern } from './pattern.ts';

const PROBE = originator('KESTREL PAY 1', 'WEB', 'PAYMENT');
const TAKER = originator('KESTREL PAY 22', 'WEB', 'PAYMENT');

/** A tiny entry that asks whether the account is alive, then a debit that is not tiny. */
export const TEST_THEN_LARGE: readonly Pattern[] = [
  {
    ...suspicious('test_then_large'),
    name: 'penny-then-thousands',
    difficulty: 'obvious',
    why: 'A debit below a dollar and, four banking days later, $1,400 to $2,800 by the same new company',
    act: (stage) => {
      const { random } = stage;
      const [company] = strangers(random, 1);
      return [
        onDays(stage, [0, 4], (day, k) =>
          debit(day, k === 0 ? random.int(11, 98) : random.centsBetween(1_400, 2_800), company),
        ),
      ];
    },
  },
  {
    ...suspicious('test_then_large'),
    name: 'probe-under-a-sister-name',
    difficulty: 'hard',
    why: 'A credit of some cents, then $520 to $900 drawn by a company whose name begins with the same two words',
    act: (stage) => [
      onDays(stage, [0, 5], (day, k) =>
        k === 0
          ? credit(day, stage.random.int(3, 99), PROBE)
          : debit(day, stage.random.centsBetween(520, 900), TAKER),
      ),
    ],
  },
  {
    ...innocent('test_then_large'),
    name: 'account-validated-for-investing',
    difficulty: 'hard',
    why: 'Two micro-entries described as ACCTVERIFY, then $500 a month to a broker',
    act: (stage) => {
      const { calendar, random, anchor } = stage;
      const probes = onDays(stage, [0, 0], (day) => credit(day, random.int(4, 99), BROKERAGE, 'ACCTVERIFY'));
      const months = calendar.monthly(20, 'after').filter((day) => day > anchor + 2);
      return [probes.concat(months.map((day) => debit(day, 50_000, BROKERAGE)))];
    },
  },
  {
    ...innocent('test_then_large'),
    name: 'trifle-at-a-known-shop',
    difficulty: 'hard',
    why: 'A purchase of three dollars, then one of $600, at a shop that many members use',
    act: (stage) => {
      const shop = MERCHANTS[4] ?? BROKERAGE;
      return [
        onDays(stage, [0, 3], (day, k) =>
          debit(day, k === 0 ? 299 : stage.random.centsBetween(560, 680), shop),
        ),
      ];
    },
  },
];
