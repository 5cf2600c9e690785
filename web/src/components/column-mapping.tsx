import './column-mapping.css';
import { CloseCircleOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import type { CsvDateOrder, CsvDirection, CsvField } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping, CsvRowPreview, CsvTransactionPreview } from '@clearwatch/contracts/csv-mapping.dto';
import { type ReactNode, useId } from 'react';
import { formatDay } from '../lib/date-format.ts';
import { formatCount, formatMoney, formatQuantity } from '../lib/number-format.ts';
import { PanelError } from './panel.tsx';
import { type Column, DataTable } from './tables/data-table.tsx';

export function columnOf({ columns }: CsvMapping, field: CsvField): number | null {
  return columns.find((one) => one.field === field)?.column ?? null;
}

export function fieldOf({ columns }: CsvMapping, column: number): CsvField | null {
  return columns.find((one) => one.column === column)?.field ?? null;
}

export function withSettings(mapping: CsvMapping, settings: Partial<CsvMapping>): CsvMapping {
  return Object.assign({}, mapping, settings);
}

/** A column belongs to one field at most. @param column null: the field has no column */
export function assignColumn(mapping: CsvMapping, field: CsvField, column: number | null): CsvMapping {
  const others = mapping.columns.filter((one) => one.field !== field && one.column !== column);
  const columns = column === null ? others : [...others, { column, field }];
  return withSettings(mapping, { columns: columns.toSorted((one, other) => one.column - other.column) });
}

/** Removes the amount columns that the new direction does not use. */
export function changeDirection(mapping: CsvMapping, direction: CsvDirection): CsvMapping {
  const unused = unusedFields(direction);
  const columns = mapping.columns.filter(({ field }) => !unused.includes(field));
  return withSettings(mapping, { direction, columns });
}

export function unusedFields(direction: CsvDirection): CsvField[] {
  return direction === 'two_columns' ? ['amount'] : ['debitAmount', 'creditAmount'];
}

interface MappingChoiceProps {
  label: string;
  value: string;
  options: [value: string, text: string][];
  required?: boolean;
  unsure?: boolean;
  onChange: (value: string) => void;
}

/** A native select, because a dialog has about 25 of these fields. */
export function MappingChoice({ label, value, options, required, unsure, onChange }: MappingChoiceProps) {
  const id = useId();
  const noteId = useId();
  const isMissing = required === true && value === '';
  return (
    <div className={`mapping-choice ${isMissing ? 'mapping-choice-missing' : unsure ? 'mapping-choice-unsure' : ''}`}>
      <label htmlFor={id}>
        {label}
        {required && <span className="mapping-required"> required</span>}
      </label>
      <select
        id={id}
        value={value}
        aria-invalid={isMissing}
        aria-describedby={unsure ? noteId : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {unsure && (
        <span id={noteId} className="mapping-unsure">
          <QuestionCircleOutlined aria-hidden /> Please check
        </span>
      )}
    </div>
  );
}

export const DATE_ORDER_LABELS: Record<CsvDateOrder, string> = {
  month_first: 'Month first: 03/04 is March 4',
  day_first: 'Day first: 03/04 is April 3',
};
export const DIRECTION_LABELS: Record<CsvDirection, string> = {
  type_column: 'The "Credit or debit" column',
  transaction_code: 'The transaction code',
  two_columns: 'Two columns: debits and credits',
  negative_is_debit: 'The sign: minus is a debit',
  negative_is_credit: 'The sign: minus is a credit',
};
export interface PreviewWording {
  of: 'file' | 'document';
  row: 'Line' | 'Row';
  /** What happens to rows with problems. */
  refused: string;
}

interface MappingPreviewProps {
  wording: PreviewWording;
  rows: CsvRowPreview[];
  outdated: boolean;
  error: unknown;
  onRetry: () => void;
}

export function MappingPreview({ wording, rows, outdated, error, onRetry }: MappingPreviewProps) {
  const rejected = rows.filter(({ problems }) => problems.length > 0).length;
  return (
    <section className="mapping-group mapping-first-rows" aria-label="First rows" aria-busy={outdated}>
      <h3>
        First rows, as they would be imported{' '}
        <output className={rejected > 0 ? 'import-failed' : 'quiet'}>
          {rejected === 0
            ? `${formatQuantity(rows.length, 'row')} can be read`
            : `${formatCount(rejected)} of ${formatQuantity(rows.length, 'row')} ${wording.refused}`}
        </output>
      </h3>
      {error === null ? (
        <div className={outdated ? 'mapping-rows table-outdated' : 'mapping-rows'}>
          <DataTable
            caption={`First rows of the ${wording.of}, as they would be imported`}
            columns={[{ title: wording.row, cell: ({ line }) => formatCount(line), numeric: true }, ...PREVIEW_COLUMNS]}
            rows={rows}
            rowKey={({ line }) => line}
          />
        </div>
      ) : (
        <PanelError what="The first rows could not be read." error={error} onRetry={onRetry} />
      )}
    </section>
  );
}

const whenValid =
  (show: (transaction: CsvTransactionPreview) => ReactNode) =>
  ({ transaction }: CsvRowPreview): ReactNode =>
    transaction === null ? '' : show(transaction);

const PREVIEW_COLUMNS: Column<CsvRowPreview>[] = [
  {
    title: 'Day',
    cell: whenValid(({ day }) => <span className="day">{day === null ? 'None' : formatDay(day)}</span>),
  },
  { title: 'Name', cell: whenValid(({ name }) => name) },
  { title: 'Account', cell: whenValid(({ accountNumber }) => accountNumber) },
  { title: 'Company', cell: whenValid(({ company }) => company) },
  { title: 'Type', cell: whenValid(({ transactionType }) => transactionType) },
  { title: 'Amount', cell: whenValid(({ amount }) => formatMoney(amount)), numeric: true },
  {
    title: 'Result',
    cell: ({ problems }) =>
      problems.length === 0 ? (
        <span className="quiet">Would be imported</span>
      ) : (
        <ul className="mapping-problems import-failed">
          {problems.map((problem) => (
            <li key={problem}>
              <CloseCircleOutlined aria-hidden /> {problem}
            </li>
          ))}
        </ul>
      ),
  },
];
