import { formatDollars } from '@clearwatch/domain/money/cents';
import { FIRST_NAMES, LAST_NAMES } from '../account-holders.ts';
import { Random } from '../seeded-random.ts';

export interface DocumentEntry {
  accountNumber: string;
  firstName: string;
  middleInitial: string;
  lastName: string;
  company: string;
  transactionCode: string;
  amountCents: number;
  transactionType: 'Credit' | 'Debit';
  postingDate: string;
  description: string;
  secCode: string;
  traceNumber: string;
}

/** Names with characters that are hard to read. */
const DOCUMENT_COMPANIES = [
  ['ACME PAYROLL INC', 'PAYROLL'],
  ['CITY POWER & LIGHT', 'UTILITY PMT'],
  ['STATE BENEFITS DEPT', 'BENEFIT'],
  ['NORTHSIDE MORTGAGE CO', 'MTG PYMT'],
  ['QUICKLOAN LLC', 'LOAN PMT'],
  ['GREEN GROCERS #112', 'PURCHASE'],
  ['SOCIAL SECURITY ADMIN', 'SSA TREAS 310'],
  ['FIRST NATIONAL INSURANCE', 'INS PREM'],
  ['TELCO WIRELESS 800-555-0100', 'AUTOPAY'],
  ["ST. MARY'S CLINIC", 'COPAY'],
] as const;
const ODD_LAST_NAMES = ["O'Brien", 'Smith-Jones', 'De La Cruz', 'Van Dyke', 'McDonald', 'St. John'];

export function documentEntries(count: number, seed: number): DocumentEntry[] {
  const random = new Random(seed, 0);
  return Array.from({ length: count }, (_, index) => documentEntry(random, index));
}

function documentEntry(random: Random, index: number): DocumentEntry {
  const [company, description] = random.pick(DOCUMENT_COMPANIES);
  const isCredit = random.chance(0.45);
  return {
    // Some have leading zeros, which are easily lost when a document is read.
    accountNumber: random.chance(0.2)
      ? `00${random.int(10_000_000, 99_999_999)}`
      : String(random.int(1_000_000_000, 9_999_999_999)),
    firstName: random.pick(FIRST_NAMES).toUpperCase(),
    middleInitial: random.chance(0.4) ? random.pick(['A', 'B', 'M', 'T', 'I']) : '',
    lastName: (random.chance(0.3) ? random.pick(ODD_LAST_NAMES) : random.pick(LAST_NAMES)).toUpperCase(),
    company,
    transactionCode: random.pick(isCredit ? ['22', '22', '32'] : ['27', '27', '37']),
    amountCents: Math.min(9_999_999, random.cents(180, 1.6)),
    transactionType: isCredit ? 'Credit' : 'Debit',
    postingDate: `2026-${twoDigits(random.int(1, 10))}-${twoDigits(random.int(1, 28))}`,
    description,
    secCode: random.pick(['PPD', 'WEB', 'TEL']),
    traceNumber: `09100001${String(index + 1).padStart(7, '0')}`,
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** "1,234.56". */
export const printedAmount = ({ amountCents }: Pick<DocumentEntry, 'amountCents'>): string =>
  formatDollars(amountCents).slice(1);

/** "08/03/2026". */
export const printedDay = ({ postingDate }: DocumentEntry): string =>
  `${postingDate.slice(5, 7)}/${postingDate.slice(8)}/${postingDate.slice(0, 4)}`;

/** "8/3/26". */
export const printedShortDay = ({ postingDate }: DocumentEntry): string =>
  `${Number(postingDate.slice(5, 7))}/${Number(postingDate.slice(8))}/${postingDate.slice(2, 4)}`;

/** "BROWN, ANNA M". */
export const lastNameFirst = ({ firstName, middleInitial, lastName }: DocumentEntry): string =>
  `${lastName}, ${firstName}${middleInitial === '' ? '' : ` ${middleInitial}`}`;

/** "ANNA M BROWN". */
export const firstNameFirst = ({ firstName, middleInitial, lastName }: DocumentEntry): string =>
  [firstName, middleInitial, lastName].filter((part) => part !== '').join(' ');

export const printedSum = (entries: readonly DocumentEntry[]): string =>
  printedAmount({ amountCents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0) });
