import type { CsvDateOrder, CsvDelimiter, CsvDirection } from '@clearwatch/contracts/csv-mapping';
import type { CsvMapping, CsvQuestion } from '@clearwatch/contracts/csv-mapping.dto';
import { withDelimiter, withDirection } from './change-mapping.ts';
import { MappingChoice } from './mapping-choice.tsx';

const DATE_ORDERS: Record<CsvDateOrder, string> = {
  month_first: 'Month first: 03/04 is March 4',
  day_first: 'Day first: 03/04 is April 3',
};
const DIRECTIONS: Record<CsvDirection, string> = {
  type_column: 'The column "Credit or debit"',
  transaction_code: 'The transaction code',
  two_columns: 'Two columns: debits and credits',
  negative_is_debit: 'The sign: minus is a debit',
  negative_is_credit: 'The sign: minus is a credit',
};
const DELIMITERS: Record<CsvDelimiter, string> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars',
};

interface MappingSettingsProps {
  mapping: CsvMapping;
  /** As it was before anything was changed. */
  guessed: CsvMapping;
  questions: CsvQuestion[];
  onChange: (mapping: CsvMapping) => void;
}

/** What holds for the whole file. */
export function MappingSettings({ mapping, guessed, questions, onChange }: MappingSettingsProps) {
  const isUnsure = (about: CsvQuestion['about']): boolean => questions.some((one) => one.about === about);
  return (
    <section className="mapping-group mapping-whole" aria-label="The whole file">
      <h3>The whole file</h3>
      <div className="mapping-choices">
        <MappingChoice
          label="Columns are parted by"
          value={mapping.delimiter}
          options={Object.entries(DELIMITERS)}
          onChange={(delimiter) => onChange(withDelimiter(mapping, delimiter as CsvDelimiter, guessed))}
        />
        <MappingChoice
          label="Credits are told from debits by"
          value={mapping.direction}
          options={Object.entries(DIRECTIONS)}
          unsure={isUnsure('direction')}
          onChange={(direction) => onChange(withDirection(mapping, direction as CsvDirection))}
        />
        <MappingChoice
          label="Order of dates"
          value={mapping.dateOrder}
          options={Object.entries(DATE_ORDERS)}
          unsure={isUnsure('dateOrder')}
          onChange={(dateOrder) =>
            onChange(Object.assign({}, mapping, { dateOrder: dateOrder as CsvDateOrder }))
          }
        />
        <MappingChoice
          label="Names of the columns"
          value={String(mapping.hasHeader)}
          options={[
            ['true', 'In the first row of the table'],
            ['false', 'None: the first row is an entry'],
          ]}
          unsure={isUnsure('hasHeader')}
          onChange={(hasHeader) => onChange(Object.assign({}, mapping, { hasHeader: hasHeader === 'true' }))}
        />
      </div>
    </section>
  );
}
