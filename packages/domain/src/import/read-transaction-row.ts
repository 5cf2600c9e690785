import { type FieldProblem, shown } from './field-problem.ts';
import { FieldReader } from './field-reader.ts';
import { UnreadableElement } from './json/unreadable-element.ts';
import type { LedgerRow } from './ledger-row.ts';
import { readDashboardRow } from './read-dashboard-row.ts';
import { readExtractionRow } from './read-extraction-row.ts';
import type { RowContext } from './row-context.ts';

export type ReadRow = { row: LedgerRow } | { problems: FieldProblem[] };

/** Fields that only the dashboard shape has. */
const DASHBOARD_FIELDS = ['accountId', 'memberName', 'transactionDate', 'memberId'];

/**
 * Reads one element of a JSON import as a ledger row, or says everything that is wrong with it. Both shapes of spec
 * section 3 are understood, row by row; a row with one of the dashboard shape's own fields is read as that shape. Unknown
 * fields are ignored.
 *
 * Numbers are expected as text, as `JsonElementReader` delivers them; money that already is a JavaScript number has been
 * rounded to a float by whoever parsed it.
 */
export function readTransactionRow(element: unknown, context: RowContext): ReadRow {
  if (element instanceof UnreadableElement) {
    return { problems: [{ field: element.field, value: '', reason: element.reason }] };
  }
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const reason = 'a row must be an object in { } with named fields';
    return { problems: [{ field: 'row', value: shown(element), reason }] };
  }
  const fields = new FieldReader(element as Record<string, unknown>);
  const isDashboardRow = DASHBOARD_FIELDS.some((name) => Object.hasOwn(element, name));
  const row = isDashboardRow ? readDashboardRow(fields, context) : readExtractionRow(fields, context);
  return fields.problems.length > 0 ? { problems: fields.problems } : { row };
}
