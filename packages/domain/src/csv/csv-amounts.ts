import type { CsvDirection, CsvField } from '@clearwatch/contracts/csv-mapping';
import type { FieldReader } from '../ledger/field-reader.ts';
import type { LedgerRow, TransactionType } from '../ledger/ledger-row.ts';
import { type Cents, parseAmount } from '../money/cents.ts';
import { transactionCodeOf } from '../nacha/ach-codes.ts';

const CREDIT_WORDS = ['credit', 'credits', 'cr', 'c', 'deposit', 'dep', 'directdeposit', 'in', '+'];
const DEBIT_WORDS = 'debit debits dr db d withdrawal withdraw wd wdl wth payment pmt out -'.split(' ');
const DIRECTION_WORDS: ReadonlyMap<string, TransactionType> = new Map([
  ...CREDIT_WORDS.map((word) => [word, 'Credit'] as const),
  ...DEBIT_WORDS.map((word) => [word, 'Debit'] as const),
]);
/** As in "ACH Credit", "Credit (ACH)" and "Electronic Withdrawal". */
const SURROUNDING_WORDS = /\b(?:ach|electronic|external|transfer|entry|transaction|type)\b/g;

/** Reads a direction word in any case, or a transaction code; null for anything else. */
export function csvDirectionOf(text: string): TransactionType | null {
  const word = text.trim().toLowerCase();
  return (
    DIRECTION_WORDS.get(word) ??
    DIRECTION_WORDS.get(word.replaceAll(SURROUNDING_WORDS, ' ').replaceAll(/[^a-z+-]+/g, '')) ??
    transactionCodeOf(word)?.direction ??
    null
  );
}

type Money = Pick<LedgerRow, 'amountCents' | 'transactionType'>;

/** Statements print the direction after the amount: "12.00 CR", "12.00DR". */
const SIDE = /^(.*\d[)-]?)\s*(CR|DR)$/i;
const MAX_CODE_LENGTH = 64;
const NO_MONEY: Money = { amountCents: 0, transactionType: 'Debit' };
const NEGATIVE_CREDIT = 'a credit cannot be negative; remove the minus sign, or change the row to a debit';

export function readCsvMoney(fields: FieldReader, direction: CsvDirection): Money {
  if (direction === 'two_columns') return moneyOfTwoColumns(fields);
  const money = amountIn(fields, 'amount');
  if (direction === 'negative_is_debit' || direction === 'negative_is_credit') {
    if (money !== null) return moneyBySign(fields, money, direction);
    fields.required('amount', null);
    return NO_MONEY;
  }
  const transactionType = direction === 'type_column' ? directionByWord(fields) : directionByCode(fields);
  if (money === null) fields.required('amount', null);
  if (money === null || transactionType === null) return NO_MONEY;
  if (money.side !== null && money.side !== transactionType) {
    fields.reject('amount', 'the CR or DR does not match the type or code of the row; correct one of them');
  } else if (money.cents < 0 && transactionType === 'Credit') {
    fields.reject('amount', NEGATIVE_CREDIT);
  }
  return { amountCents: Math.abs(money.cents), transactionType };
}

/** CR or DR determines the direction; a minus sign must agree with it. */
function moneyBySign(fields: FieldReader, { cents, side }: SignedAmount, direction: CsvDirection): Money {
  const isDebit = cents < 0 === (direction === 'negative_is_debit');
  const signed = isDebit ? 'Debit' : 'Credit';
  if (cents < 0 && side !== null && side !== signed)
    fields.reject('amount', 'the sign of the amount does not match its CR or DR; correct one of them');
  return { amountCents: Math.abs(cents), transactionType: side ?? signed };
}

/** A zero beside an amount is treated as empty. */
function moneyOfTwoColumns(fields: FieldReader): Money {
  const before = fields.problems.length;
  const debit = amountInColumn(fields, 'debitAmount', 'Debit');
  const credit = amountInColumn(fields, 'creditAmount', 'Credit');
  if (fields.problems.length > before) return NO_MONEY;
  if (debit !== null && credit !== null) {
    const reason = `this row has both a debit (${fields.source.name('debitAmount')}) and a credit; split it into two rows`;
    if (debit !== 0 && credit !== 0) fields.reject('creditAmount', reason);
    else if (debit === 0 && credit === 0)
      fields.reject('creditAmount', 'both amounts are zero; enter a debit or a credit, or delete the row');
  }
  if (credit !== null && credit < 0) fields.reject('creditAmount', NEGATIVE_CREDIT);
  if (credit !== null && (credit !== 0 || debit === null))
    return { amountCents: Math.abs(credit), transactionType: 'Credit' };
  if (debit !== null) return { amountCents: Math.abs(debit), transactionType: 'Debit' };
  const creditName = fields.source.name('creditAmount');
  fields.reject('debitAmount', `this row has no amount here or in ${creditName}; enter one`);
  return NO_MONEY;
}

/** CR or DR after the amount must agree with the column. */
function amountInColumn(fields: FieldReader, field: CsvField, column: TransactionType): Cents | null {
  const amount = amountIn(fields, field);
  if (amount !== null && amount.cents !== 0 && amount.side !== null && amount.side !== column)
    fields.reject(
      field,
      `this column holds ${column.toLowerCase()}s, but the amount is marked ${column === 'Debit' ? 'CR' : 'DR'}; correct one of them`,
    );
  return amount?.cents ?? null;
}

interface SignedAmount {
  cents: Cents;
  side: TransactionType | null;
}

function amountIn(fields: FieldReader, field: CsvField): SignedAmount | null {
  const text = fields.identifier(field);
  if (text === null) return null;
  const [, beforeSide = text, mark] = SIDE.exec(text) ?? [];
  const amount = parseAmount(beforeSide.replace(/^\+(?=[\d$.])/, ''));
  if ('reason' in amount) {
    fields.reject(field, amount.reason);
    return null;
  }
  const side = mark === undefined ? null : mark.toUpperCase() === 'CR' ? 'Credit' : 'Debit';
  return { cents: amount.cents, side };
}

function directionByWord(fields: FieldReader): TransactionType | null {
  const word = fields.requiredIdentifier('transactionType');
  if (word === '') return null;
  const direction = csvDirectionOf(word);
  if (direction === null)
    fields.reject('transactionType', 'this type is unknown; use Credit, Debit, deposit, withdrawal or payment');
  return direction;
}

function directionByCode(fields: FieldReader): TransactionType | null {
  const code = fields.required('transactionCode', fields.identifier('transactionCode', MAX_CODE_LENGTH));
  if (code === '') return null;
  const direction = transactionCodeOf(code)?.direction ?? null;
  const reason = 'this is not a NACHA transaction code; use a code such as 22 (credit) or 27 (debit)';
  if (direction === null) fields.reject('transactionCode', reason);
  return direction;
}
