import type { CsvDirection } from '@clearwatch/contracts/csv-mapping';
import type { FieldReader } from '../ledger/field-reader.ts';
import type { TransactionType } from '../ledger/ledger-row.ts';
import { type Cents, parseAmount } from '../money/cents.ts';
import { transactionCodeOf } from '../nacha/ach-codes.ts';

const DIRECTION_WORDS: ReadonlyMap<string, TransactionType> = new Map([
  ...['credit', 'credits', 'cr', 'c', 'deposit', 'dep', 'directdeposit', 'in', '+'].map(
    (word): [string, TransactionType] => [word, 'Credit'],
  ),
  ...[
    'debit',
    'debits',
    'dr',
    'db',
    'd',
    'withdrawal',
    'withdraw',
    'wd',
    'wdl',
    'payment',
    'pmt',
    'out',
    '-',
  ].map((word): [string, TransactionType] => [word, 'Debit']),
]);
/** "ACH Credit", "Credit (ACH)", "Electronic Withdrawal". */
const SURROUNDING_WORDS = /\b(?:ach|electronic|external|transfer|entry|transaction|type)\b/g;

/** From a word in any case, or a transaction code; null for others. */
export function csvDirectionOf(text: string): TransactionType | null {
  const word = text.trim().toLowerCase();
  return (
    DIRECTION_WORDS.get(word) ??
    DIRECTION_WORDS.get(word.replaceAll(SURROUNDING_WORDS, ' ').replaceAll(/[^a-z+-]+/g, '')) ??
    transactionCodeOf(word)?.direction ??
    null
  );
}

/** Names of the columns, null where the mapping has none. */
export interface MoneyColumns {
  amount: string | null;
  debitAmount: string | null;
  creditAmount: string | null;
  transactionType: string | null;
  transactionCode: string | null;
}

interface Money {
  /** Never negative. */
  amountCents: Cents;
  transactionType: TransactionType;
}

/** Statements write the direction after the amount: "12.00 CR", "12.00DR". */
const SIDE = /^(.*\d[)-]?)\s*(CR|DR)$/i;
const MAX_AMOUNT_LENGTH = 64;
const NO_MONEY: Money = { amountCents: 0, transactionType: 'Debit' };
const NEGATIVE_CREDIT =
  'a credit cannot be negative; write it as a debit, or give the amount without a minus sign';

/** Amount and direction by the mapping. Contradictions are rejected. */
export function readCsvMoney(fields: FieldReader, columns: MoneyColumns, direction: CsvDirection): Money {
  if (direction === 'two_columns') return moneyOfTwoColumns(fields, columns);
  const name = columns.amount ?? 'Amount';
  const money = amountOf(fields, name);
  if (direction === 'negative_is_debit' || direction === 'negative_is_credit') {
    if (money === null) {
      fields.required(name, null);
      return NO_MONEY;
    }
    const { transactionType, isContradiction } = moneyBySign(money, direction);
    if (isContradiction)
      fields.reject(name, 'the sign of the amount and what stands behind it contradict each other');
    return { amountCents: Math.abs(money.cents), transactionType };
  }
  const transactionType =
    direction === 'type_column'
      ? moneyByWord(fields, columns.transactionType ?? 'Type')
      : moneyByCode(fields, columns.transactionCode ?? 'Transaction code');
  if (money === null) {
    fields.required(name, null);
    return NO_MONEY;
  }
  if (transactionType === null) return NO_MONEY;
  if (money.side !== null && money.side !== transactionType) {
    fields.reject(name, 'the amount and the type of the row contradict each other');
  } else if (money.cents < 0 && transactionType === 'Credit') {
    fields.reject(name, NEGATIVE_CREDIT);
  }
  return { amountCents: Math.abs(money.cents), transactionType };
}

/** CR or DR decides; a minus sign must agree with it. */
function moneyBySign(
  { cents, side }: SignedAmount,
  direction: CsvDirection,
): { transactionType: TransactionType; isContradiction: boolean } {
  const [positive, negative]: [TransactionType, TransactionType] =
    direction === 'negative_is_debit' ? ['Credit', 'Debit'] : ['Debit', 'Credit'];
  const signed = cents < 0 ? negative : positive;
  return { transactionType: side ?? signed, isContradiction: cents < 0 && side !== null && side !== signed };
}

/** A zero beside an amount counts as empty. */
function moneyOfTwoColumns(fields: FieldReader, { debitAmount, creditAmount }: MoneyColumns): Money {
  const debitName = debitAmount ?? 'Debit';
  const creditName = creditAmount ?? 'Credit';
  const before = fields.problems.length;
  const debit = amountInColumn(fields, debitName, 'Debit');
  const credit = amountInColumn(fields, creditName, 'Credit');
  if (fields.problems.length > before) return NO_MONEY;
  if (debit !== null && credit !== null) {
    if (debit !== 0 && credit !== 0)
      fields.reject(creditName, `the row has both a debit (${debitName}) and a credit; write two rows`);
    else if (debit === 0 && credit === 0)
      fields.reject(creditName, 'both amounts are zero, so the row is neither a debit nor a credit');
  }
  if (credit !== null && credit < 0) fields.reject(creditName, NEGATIVE_CREDIT);
  if (credit !== null && (credit !== 0 || debit === null))
    return { amountCents: Math.abs(credit), transactionType: 'Credit' };
  if (debit === null) {
    fields.reject(debitName, `the row has no amount, neither here nor under ${creditName}`);
    return NO_MONEY;
  }
  return { amountCents: Math.abs(debit), transactionType: 'Debit' };
}

/** Null like `amountOf`. */
function amountInColumn(fields: FieldReader, name: string, column: TransactionType): Cents | null {
  const amount = amountOf(fields, name);
  if (amount !== null && amount.cents !== 0 && amount.side !== null && amount.side !== column)
    fields.reject(name, `this is the column of ${column.toLowerCase()}s, but the amount says otherwise`);
  return amount?.cents ?? null;
}

interface SignedAmount {
  cents: Cents;
  /** CR or DR after the amount. */
  side: TransactionType | null;
}

/** Null for an empty cell and for a rejected one. */
function amountOf(fields: FieldReader, name: string): SignedAmount | null {
  const text = fields.identifier(name, { longest: MAX_AMOUNT_LENGTH });
  if (text === null) return null;
  const side = SIDE.exec(text);
  const written = (side?.[1] ?? text).replace(/^\+(?=[\d$.])/, '');
  const amount = parseAmount(written);
  if ('reason' in amount) {
    fields.reject(name, amount.reason);
    return null;
  }
  const mark = side?.[2]?.toUpperCase();
  return { cents: amount.cents, side: mark === undefined ? null : mark === 'CR' ? 'Credit' : 'Debit' };
}

function moneyByWord(fields: FieldReader, name: string): TransactionType | null {
  const word = fields.required(name, fields.identifier(name, { longest: MAX_AMOUNT_LENGTH }));
  if (word === '') return null;
  const direction = csvDirectionOf(word);
  if (direction === null)
    fields.reject(name, 'the type must be Credit, Debit, deposit, withdrawal or payment');
  return direction;
}

function moneyByCode(fields: FieldReader, name: string): TransactionType | null {
  const code = fields.required(name, fields.identifier(name, { longest: MAX_AMOUNT_LENGTH }));
  if (code === '') return null;
  const direction = transactionCodeOf(code)?.direction ?? null;
  if (direction === null)
    fields.reject(name, 'this is no NACHA transaction code, so it is not known whether the row is a credit');
  return direction;
}
