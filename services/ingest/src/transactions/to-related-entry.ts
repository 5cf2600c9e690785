import { RETURN_KINDS, type RelatedEntry } from '@clearwatch/contracts/http/transactions';
import { reasonTitleOf } from '@clearwatch/domain/nacha/codes/reason-title';
import { dayOf, integerOf, moneyOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row';

export function toRelatedEntry(row: Row): RelatedEntry {
  const kind = RETURN_KINDS.find((known) => known === row['kind']);
  if (kind === undefined) throw new TypeError('Column kind holds no known kind of return');
  const reasonCode = textOf(row, 'reason_code');
  return {
    transactionId: integerOf(row, 'transaction_id'),
    kind,
    reasonCode,
    reason: reasonTitleOf(reasonCode),
    day: nullable(dayOf, row, 'day'),
    amount: moneyOf(row, 'amount'),
  };
}
