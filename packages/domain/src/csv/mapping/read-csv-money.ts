import type { CsvDirection } from '@clearwatch/contracts/csv/csv-settings';
import type { FieldReader } from '../../import/field-reader.ts';
import type { TransactionType } from '../../import/ledger-row.ts';
import type { Cents } from '../../money/cents.ts';
import { parseAmount } from '../../money/parse-amount.ts';
import { transactionCodeOf } from '../../nacha/codes/transaction-codes.ts';
import { directionOfWord } from './csv-direction-word.ts';

/** What the columns are called that say how much and which way; null for those the mapping does not name. */
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

/** "12.00 CR", "12.00DR": statements write the direction behind the amount. */
const SIDE = /^(.*\d[)-]?)\s*(CR|DR)$/i;
const LONGEST = 64;
const NOTHING: Money = { amountCents: 0, transactionType: 'Debit' };
const NEGATIVE_CREDIT =
  'a credit cannot be negative; write it as a debit, or give the amount without a minus sign';

/** Amount and direction of a row as its mapping says. What contradicts itself is rejected, never guessed. */
export function readCsvMoney(fields: FieldReader, columns: MoneyColumns, direction: CsvDirection): Money {
  if (direction === 'two_columns') return ofTwoColumns(fields, columns);
  const name = columns.amount ?? 'Amount';
  const money = amountOf(fields, name);
  if (direction === 'negative_is_debit' || direction === 'negative_is_credit') {
    if (money === null) {
      fields.required(name, null);
      return NOTHING;
    }
    const { transactionType, isContradiction } = bySign(money, direction);
    if (isContradiction)
      fields.reject(name, 'the sign of the amount and what stands behind it contradict each other');
    return { amountCents: Math.abs(money.cents), transactionType };
  }
  const transactionType =
    direction === 'type_column'
      ? ofWord(fields, columns.transactionType ?? 'Type')
      : ofCode(fields, columns.transactionCode ?? 'Transaction code');
  if (money === null) {
    fields.required(name, null);
    return NOTHING;
  }
  if (transactionType === null) return NOTHING;
  if (money.side !== null && money.side !== transactionType) {
    fields.reject(name, 'the amount and the type of the row contradict each other');
  } else if (money.cents < 0 && transactionType === 'Credit') {
    fields.reject(name, NEGATIVE_CREDIT);
  }
  return { amountCents: Math.abs(money.cents), transactionType };
}

/** What stands behind an amount goes before its sign, but a minus sign must agree with it. */
function bySign(
  { cents, side }: SignedAmount,
  direction: CsvDirection,
): { transactionType: TransactionType; isContradiction: boolean } {
  const [positive, negative]: [TransactionType, TransactionType] =
    direction === 'negative_is_debit' ? ['Credit', 'Debit'] : ['Debit', 'Credit'];
  const signed = cents < 0 ? negative : positive;
  return { transactionType: side ?? signed, isContradiction: cents < 0 && side !== null && side !== signed };
}

/** A zero beside an amount says the same as nothing. */
function ofTwoColumns(fields: FieldReader, { debitAmount, creditAmount }: MoneyColumns): Money {
  const debitName = debitAmount ?? 'Debit';
  const creditName = creditAmount ?? 'Credit';
  const before = fields.problems.length;
  const debit = amountInColumn(fields, debitName, 'Debit');
  const credit = amountInColumn(fields, creditName, 'Credit');
  if (fields.problems.length > before) return NOTHING;
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
    return NOTHING;
  }
  return { amountCents: Math.abs(debit), transactionType: 'Debit' };
}

/** Null like `amountOf`. What stands behind the amount must not say the opposite of its column. */
function amountInColumn(fields: FieldReader, name: string, column: TransactionType): Cents | null {
  const amount = amountOf(fields, name);
  if (amount !== null && amount.cents !== 0 && amount.side !== null && amount.side !== column)
    fields.reject(name, `this is the column of ${column.toLowerCase()}s, but the amount says otherwise`);
  return amount?.cents ?? null;
}

interface SignedAmount {
  cents: Cents;
  /** What is written behind the amount, if anything. */
  side: TransactionType | null;
}

/** Null for an empty cell and for one that is rejected. */
function amountOf(fields: FieldReader, name: string): SignedAmount | null {
  const text = fields.identifier(name, { longest: LONGEST });
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

function ofWord(fields: FieldReader, name: string): TransactionType | null {
  const word = fields.required(name, fields.identifier(name, { longest: LONGEST }));
  if (word === '') return null;
  const direction = directionOfWord(word);
  if (direction === null)
    fields.reject(name, 'the type must be Credit, Debit, deposit, withdrawal or payment');
  return direction;
}

function ofCode(fields: FieldReader, name: string): TransactionType | null {
  const code = fields.required(name, fields.identifier(name, { longest: LONGEST }));
  if (code === '') return null;
  const direction = transactionCodeOf(code)?.direction ?? null;
  if (direction === null)
    fields.reject(name, 'this is no NACHA transaction code, so it is not known whether the row is a credit');
  return direction;
}
