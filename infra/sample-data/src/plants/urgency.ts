import { MERCHANTS } from '../world/companies.ts';
import { type Originator, originator } from '../world/originators.ts';
import { innocent, strangers, suspicious } from './kinds.ts';
import { credit, debit, type Pattern } from './pattern.ts';

const URGENT_CARE = MERCHANTS.find(({ name }) => name.startsWith('URGENT CARE')) as Originator;
const IMMEDIATE_CARE = originator('IMMEDIATE CARE', 'WEB', 'MEDICAL');

/** Words that press. */
export const URGENCY: readonly Pattern[] = [
  {
    ...suspicious('urgency_flag'),
    name: 'final-notice',
    difficulty: 'obvious',
    why: 'A debit of $1,900 to $3,200 with FINAL NOTICE and PAY TODAY in the addenda',
    act: ({ random, anchor }) => {
      const [company] = strangers(random, 1);
      const addenda = 'FINAL NOTICE OVERDUE - PAY TODAY';
      return [[{ ...debit(anchor, random.centsBetween(1_900, 3_200), company), addenda }]];
    },
  },
  {
    ...suspicious('urgency_flag'),
    name: 'updated-bank-details',
    difficulty: 'hard',
    why: 'A credit of little more than $1,000 whose addenda mentions an UPDATED BANK among ordinary words',
    act: ({ random, anchor }) => {
      const [company] = strangers(random, 1);
      const addenda = 'REMITTANCE 7731 PER UPDATED BANK LETTER';
      return [[{ ...credit(anchor, random.centsBetween(1_010, 1_190), company), addenda }]];
    },
  },
  {
    ...innocent('urgency_flag'),
    name: 'urgent-care',
    difficulty: 'hard',
    why: 'A bill of $1,100 to $1,900 by an urgent-care clinic: the word is its name, repeated in the addenda',
    act: ({ random, anchor }) => [
      [{ ...debit(anchor, random.centsBetween(1_100, 1_900), URGENT_CARE), addenda: 'URGENT CARE VISIT' }],
    ],
  },
  {
    ...innocent('urgency_flag'),
    name: 'immediate-care',
    difficulty: 'obvious',
    why: 'A bill of a clinic called Immediate Care',
    act: ({ random, anchor }) => [[debit(anchor, random.centsBetween(1_050, 1_400), IMMEDIATE_CARE)]],
  },
  {
    ...innocent('urgency_flag'),
    name: 'overdue-library-sum',
    difficulty: 'hard',
    why: 'OVERDUE in the addenda of $85 to $240: too little to press for',
    act: ({ random, anchor }) => {
      const [company] = strangers(random, 1);
      return [[{ ...debit(anchor, random.centsBetween(85, 240), company), addenda: 'OVERDUE BALANCE' }]];
    },
  },
];
