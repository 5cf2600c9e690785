import { RETURN_KINDS, type RelatedEntry } from '@clearwatch/contracts/transactions.dto';
import { reasonTitleOf } from '@clearwatch/domain/nacha/return-and-change-codes';
import {
  dayOf,
  enumOf,
  integerOf,
  moneyOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';

export function toRelatedEntry(row: Row): RelatedEntry {
  const reasonCode = textOf(row, 'reason_code');
  return {
    transactionId: integerOf(row, 'transaction_id'),
    kind: enumOf(RETURN_KINDS, row, 'kind'),
    reasonCode,
    reason: reasonTitleOf(reasonCode),
    day: nullable(dayOf, row, 'day'),
    amount: moneyOf(row, 'amount'),
  };
}
