import { addDays } from '@clearwatch/domain/calendar/day';
import { generateLedger } from '@clearwatch/sample-data/generate-ledger';
import { DEFAULT_LEDGER_OPTIONS } from '@clearwatch/sample-data/ledger-options';

/** An entry in the imported file. */
export interface RawEntry {
  company: string;
  firstName: string;
  lastName: string;
  account: string;
  cents: number;
  side: 'Credit' | 'Debit';
  code: string;
  sec: string;
  description: string;
  addenda: string | null;
  trace: string;
  day: string;
}

/** The newest day in the files that is not in the future. */
export const AS_OF = DEFAULT_LEDGER_OPTIONS.lastDay;

/**
 * The generated sample. Its accounts are renumbered so that the last four digits, which reports use as account names, are
 * unique.
 */
export function sampleEntries(): RawEntry[] {
  const numbers = new Map<string, string>();
  const renumbered = (account: string) => {
    const known = numbers.get(account) ?? String(7_000_000_001 + numbers.size);
    numbers.set(account, known);
    return known;
  };
  return [...generateLedger(DEFAULT_LEDGER_OPTIONS)].map((entry) => ({
    company: entry.company,
    firstName: entry.firstName,
    lastName: entry.lastName,
    account: renumbered(entry.accountNumber),
    cents: entry.cents,
    side: entry.transactionType,
    code: entry.transactionCode,
    sec: entry.secCode,
    description: entry.entryDescription,
    addenda: entry.addenda,
    trace: entry.traceNumber,
    day: entry.postingDate,
  }));
}

type Change = Partial<RawEntry>;
let traces = 0;
function entry(company: string, description: string, dollars: number, day: string, change: Change): RawEntry {
  traces += 1;
  const side = change.side ?? 'Debit';
  return {
    company,
    description,
    cents: Math.round(dollars * 100),
    day,
    side,
    code: side === 'Credit' ? '22' : '27',
    sec: 'PPD',
    addenda: null,
    trace: `0912345${String(traces).padStart(8, '0')}`,
    account: '9000009001',
    firstName: 'Edna',
    lastName: 'Edgeworth',
    ...change,
  };
}
const credit = (company: string, description: string, dollars: number, day: string, change: Change = {}) =>
  entry(company, description, dollars, day, { side: 'Credit', ...change });
const debit = (company: string, description: string, dollars: number, day: string, change: Change = {}) =>
  entry(company, description, dollars, day, { side: 'Debit', ...change });

const member = (account: string, firstName: string, lastName: string) => ({ account, firstName, lastName });
const EDNA = member('9000009001', 'Edna', 'Edgeworth');
const EDNA_SAVINGS = member('9000009002', 'Edna', 'Edgeworth');
const EDNA_THIRD = member('9000009003', 'Edna', 'Edgeworth');
const TWIN_A = member('9000009011', 'Sam', 'Twinning');
const TWIN_B = member('9000009012', 'Sam', 'Twinning');
const SHOP = member('9000009021', 'Corner', 'Bakery LLC');
const STUDENT = member('9000009031', 'Stu', 'Scholar');
const BORROWER = member('9000009032', 'Bo', 'Borrower');
const STEADY = member('9000009041', 'Stella', 'Steady');
const NEWCOMER = member('9000009042', 'Nina', 'Newcomer');
const RETURNED = member('9000009051', 'Rita', 'Returner');
const LATECOMER = member('9000009043', 'Lara', 'Latecomer');
const SILENT = member('9000009061', 'Silas', 'Silent');
const ON_EDGES = member('9000009071', 'Eddie', 'Onedge');

const MONTHS = ['2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].concat([
  '2026-06',
  '2026-07',
  '2026-08',
  '2026-09',
  '2026-10',
  '2026-11',
]);

const EDGES = ['2026-04-30', '2026-05-01', '2026-07-31', '2026-08-01', '2026-09-19', '2026-09-20'].concat([
  '2026-10-19',
  '2026-10-20',
  '2026-10-31',
  '2026-11-01',
  AS_OF,
]);

/** Edge cases that are missing from the generated sample. */
export function edgeEntries(): RawEntry[] {
  return [
    ...MONTHS.flatMap((month, index) => cardsAndLoans(month, index)),
    ...MONTHS.slice(0, -1).flatMap((month) => [
      credit('RIVERTON SCHOOLS', 'PAYROLL', 5_321.07, `${month}-27`, BORROWER),
      credit('CITY OF SUMMIT', 'PAYROLL', 6_100, `${month}-05`, EDNA),
    ]),
    // A card processor's settlement of a shop's sales is not a transfer between institutions.
    ...['2026-08-11', '2026-09-29', '2026-10-21', '2026-11-12'].flatMap((day) => [
      credit('STRIPE', 'TRANSFER', 2_711.13, day, { ...SHOP, sec: 'CCD' }),
      credit('SQUARE INC', 'SQ261112', 1_913.57, day, { ...SHOP, sec: 'CCD' }),
    ]),
    debit('WISE INC', 'WISE', 1_450.25, '2026-10-28', { ...STUDENT, sec: 'WEB' }),
    credit('WISE INC', 'WISE', 600.5, '2026-09-22', { ...STUDENT, sec: 'WEB' }),
    debit('ALLY BANK', 'TRANSFER', 3_333.33, '2026-11-02', { ...EDNA, sec: 'WEB' }),
    credit('ALLY BANK', 'TRANSFER', 1_111.11, '2026-10-05', { ...EDNA, sec: 'WEB' }),
    debit('ALLY BANK', 'TRANSFER', 777.77, '2026-10-05', { ...EDNA_SAVINGS, sec: 'WEB' }),
    // More companies than a list shows, and one that appears only before a period without a comparison.
    debit('ALLY BANK', 'TRANSFER', 9_500, '2025-10-20', { ...EDNA_SAVINGS, sec: 'WEB' }),
    debit('CITY TRANSIT', 'PURCHASE', 12.5, '2025-09-29', { ...EDNA_SAVINGS, sec: 'WEB' }),
    ...['CORNER CAFE', 'FUELSTOP', 'BOOKNOOK ONLINE', 'SPORTS BARN', 'PET PANTRY', 'FRESH BASKET', 'OPTICS PLUS'].map(
      (company) => debit(company, 'PURCHASE', 21.3, '2025-11-12', { ...EDNA_SAVINGS, sec: 'WEB' }),
    ),
    // A school grants aid and collects fees, but does not lend.
    credit('OHIO UNIVERSITY', 'FIN AID', 4_875.5, '2026-10-23', STUDENT),
    debit('OHIO UNIVERSITY', 'TUITION', 6_204.81, '2026-11-03', { ...STUDENT, sec: 'WEB' }),
    debit('OHIO UNIVERSITY', 'TUITION', 6_204.81, '2026-09-24', { ...STUDENT, sec: 'WEB' }),
    credit('ROCKET MORTGAGE', 'LOAN DISB', 15_000, '2026-10-30', BORROWER),
    debit('CHASE CREDIT CRD', 'AUTOPAY', 512.09, '2026-11-04', TWIN_A),
    debit('CHASE CREDIT CRD', 'AUTOPAY', 48.12, '2026-11-04', TWIN_B),
    debit('TOYOTA FINANCIAL', 'AUTO PAY', 402.2, '2026-11-05', TWIN_B),
    debit('SYNCHRONY BANK', 'CC PYMT', 219.99, '2026-11-05', EDNA_THIRD),
    // Companies that appear only in the previous period.
    ...[EDNA, TWIN_A, TWIN_B, STEADY].map((who) => credit('GONE FACTORY', 'PAYROLL', 801.4, '2026-10-09', who)),
    debit('GONE GYM', 'SUBSCR', 39.95, '2026-10-12', { ...TWIN_A, sec: 'WEB' }),
    debit('GONE GYM', 'SUBSCR', 39.95, '2026-09-20', { ...TWIN_B, sec: 'WEB' }),
    // First uses of payment apps. Two of the entries move no money.
    debit('VENMO', 'PAYMENT', 88.2, '2026-11-09', { ...STEADY, sec: 'WEB' }),
    debit('CASH APP', 'CASHOUT', 65, '2026-11-10', { ...STEADY, sec: 'WEB' }),
    credit('APPLE CASH', 'VERIFY', 0, '2026-11-10', { ...STEADY, sec: 'WEB', code: '23' }),
    debit('ZELLE', 'PAYMENT', 0, '2026-11-11', { ...NEWCOMER, sec: 'WEB', code: '28' }),
    // Large usual months, but credits in only six or seven months of the year.
    ...MONTHS.slice(6, -1).map((month) => credit('HARBOR MOTORS', 'PAYROLL', 9_412.18, `${month}-15`, STEADY)),
    ...MONTHS.slice(8).map((month) => credit('HARBOR MOTORS', 'PAYROLL', 4_700.5, `${month}-11`, LATECOMER)),
    credit('HARBOR MOTORS', 'PAYROLL', 2_950, '2026-11-13', NEWCOMER),
    // A second payday lender does not count as a first use.
    debit('PAYDAY FAST CASH', 'LOAN PYMT', 310, '2026-08-20', NEWCOMER),
    debit('ACE CASH EXPRESS', 'LOAN PYMT', 275.5, '2026-10-28', NEWCOMER),
    debit('LAKESIDE APTS', 'RENT', 1_275, '2026-11-16', { ...NEWCOMER, sec: 'WEB' }),
    // Returned entries in the formats used by documents and other systems.
    ...['2026-08-03', '2026-09-21', '2026-10-20', '2026-11-06'].flatMap((day, index) => [
      debit('FITLIFE GYM', 'SUBSCR', 59 + index, day, { ...RETURNED, sec: 'WEB' }),
      credit('FITLIFE GYM', 'SUBSCR', 59 + index, addDays(day, 2), {
        ...RETURNED,
        sec: 'WEB',
        code: '26',
        addenda: `${['R10', 'R01', 'R10', 'R03'][index]} returned`,
      }),
    ]),
    debit('FITLIFE GYM', 'SUBSCR', 61, '2026-11-10', { ...RETURNED, sec: 'WEB', code: '26', addenda: 'R29' }),
    credit('RIVERTON SCHOOLS', 'PAYROLL', 450, '2026-11-02', { ...RETURNED, code: '21', addenda: 'R02' }),
    credit('RIVERTON SCHOOLS', 'PAYROLL', 0, '2026-11-03', { ...SILENT, code: '23' }),
    credit('RIVERTON SCHOOLS', 'REMIT', 0, '2026-11-04', { ...SILENT, sec: 'CTX', code: '24' }),
    credit('RIVERTON SCHOOLS', 'PAYROLL', 0, '2026-11-05', {
      ...SILENT,
      sec: 'COR',
      code: '21',
      addenda: 'C01 1918171614',
    }),
    // Entries on the first and last days of periods and just outside them.
    ...EDGES.flatMap((day, index) => [
      credit('EDGE PAYER', 'PAYMENT', 1_000 + index, day, { ...ON_EDGES, sec: 'TEL' }),
      debit('EDGE BILLER', 'PAYMENT', 500 + index, day, { ...ON_EDGES, sec: 'CCD' }),
    ]),
    // Without a date, so in no period.
    credit('EDGE PAYER', 'PAYMENT', 4_444.44, '', { ...SILENT, sec: 'TEL' }),
    // In the future, so in no period that ends with the ledger.
    credit('EDGE PAYER', 'PAYMENT', 7_777.77, '2026-12-15', { ...ON_EDGES, sec: 'TEL' }),
  ];
}

function cardsAndLoans(month: string, index: number): RawEntry[] {
  return [
    debit('SYNCHRONY BANK', 'CC PYMT', 310.4 + index, `${month}-08`, EDNA),
    debit('CHASE CREDIT CRD', 'AUTOPAY', 820.15 + index, `${month}-10`, { ...BORROWER, sec: 'WEB' }),
    debit('TOYOTA FINANCIAL', 'AUTO PAY', 402.2, `${month}-12`, BORROWER),
  ];
}

export const UNDONE_ACCOUNT = '9000009081';

/** A file that is undone. Its deposits just below the CTR threshold raise alerts. */
export function undoneEntries(): RawEntry[] {
  return ['2026-10-26', '2026-10-27', '2026-10-28', '2026-11-02', '2026-11-03'].flatMap((day, index) => [
    credit('NEVER MEANT', 'PAYMENT', 9_400 + index, day, member(UNDONE_ACCOUNT, 'Una', 'Undone')),
    credit('NEVER MEANT', 'PAYMENT', 9_300 + index, day, TWIN_A),
  ]);
}
