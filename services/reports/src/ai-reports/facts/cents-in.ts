import { type Cents, centsOf } from '@clearwatch/domain/money/cents';
import { moneyOf, type Row } from '@clearwatch/service-kit/database/row';

/** A `numeric` of a row, or a sum of such, as cents. */
export function centsIn(row: Row, column: string): Cents {
  return centsOf(moneyOf(row, column));
}
