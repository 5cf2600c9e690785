import { headingMeanings, headingWords, isHeading } from './heading-words.ts';

/** The most likely meaning. */
const meaningOf = (heading: string): string | undefined =>
  [...headingMeanings(heading)].toSorted(([, one], [, other]) => other - one)[0]?.[0];

describe('words of headings', () => {
  test.each([
    ['ACCT#', 'accountNumber'],
    ['MBR NBR', 'accountNumber'],
    ['DFI ACCOUNT NUMBER', 'accountNumber'],
    ['S/D ACCT', 'accountNumber'],
    ['Acct Holder', 'fullName'],
    ['INDIV NAME', 'fullName'],
    ['NAME OF RECEIVER', 'fullName'],
    ['CO NAME', 'company'],
    ['Orig. Company', 'company'],
    ['Paid by / to', 'company'],
    ['ENT DESC', 'entryDescription'],
    ['Co. Entry Desc.', 'entryDescription'],
    ['TRN CD', 'transactionCode'],
    ['TC', 'transactionCode'],
    ['TRN_AMT', 'amount'],
    ['NET PAY', 'amount'],
    ['WITHDRAWALS', 'debitAmount'],
    ['CR AMT', 'creditAmount'],
    ['D/C', 'transactionType'],
    ['CR/ DR', 'transactionType'],
    ['+/-', 'transactionType'],
    ['SETL DT', 'settlementDate'],
    ['Eff. Date', 'effectiveDate'],
    ['PST DT', 'postingDate'],
    ['TRC_NBR', 'checkTracerNumber'],
    ['Original Trace', 'checkTracerNumber'],
    ['SEC', 'class'],
    ['RUNNING BAL', 'balance'],
    ['SVC CHG', 'fee'],
    ['SEQ', 'sequence'],
    ['STS', 'status'],
    ['RRC', 'status'],
    ['ODFI R/T', 'identifier'],
    ['CO ID', 'identifier'],
    ['S/L', 'suffix'],
  ])('the heading "%s" means %s', (heading, meaning) => {
    expect(meaningOf(heading)).toBe(meaning);
  });

  test('a heading of unknown words means nothing', () => {
    expect(headingMeanings('Mystery')).toEqual(new Map());
    expect(headingMeanings('')).toEqual(new Map());
    expect(headingWords('Mystery').isWhole).toBe(false);
  });

  test('a contracted or misread heading is recognized, and one with other words is less certain', () => {
    expect(meaningOf('TRNSCTN CODE')).toBe('transactionCode');
    expect(meaningOf('ACCOUNF')).toBe('accountNumber');
    const [whole, partly] = ['ACCOUNT', 'ACCOUNT OF HARRY'].map((text) => headingMeanings(text).get('accountNumber'));
    expect(whole).toBeGreaterThan(partly ?? 0);
  });

  test.each([
    ['ACCT NBR', true],
    ['ACH RECEIVED ITEMS', false],
    ['SMITH', false],
  ])('whether "%s" is a heading is %s', (text, is) => {
    expect(isHeading(text)).toBe(is);
  });
});
