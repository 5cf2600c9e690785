import { type Cents, parseCents } from '@clearwatch/domain/money/cents';
import { moneyOf, type Row } from '@clearwatch/service-kit/database/row-readers';

/** A `numeric` of a row, or a sum of such, as cents. */
export function centsIn(row: Row, column: string): Cents {
  return parseCents(moneyOf(row, column));
}
