import {
  CSV_FIELDS,
  type CsvDateOrder,
  type CsvDelimiter,
  type CsvDirection,
  type CsvField,
} from '@clearwatch/contracts/csv-mapping';
import type {
  CsvColumnPreview,
  CsvMapping,
  CsvMappingProposal,
  CsvQuestion,
  CsvRowPreview,
} from '@clearwatch/contracts/csv-mapping.dto';
import {
  assignColumn,
  changeDirection,
  columnOf,
  DATE_ORDER_LABELS,
  DIRECTION_LABELS,
  fieldOf,
  MappingChoice,
  unusedFields,
  withSettings,
} from '../../components/column-mapping.tsx';
import { formatDateTime } from '../../lib/date-format.ts';

/** A new delimiter produces new columns, whose meaning is unknown. The guessed delimiter restores the guess. */
export function changeDelimiter(mapping: CsvMapping, delimiter: CsvDelimiter, guessed: CsvMapping): CsvMapping {
  if (delimiter === guessed.delimiter) return guessed;
  return withSettings(mapping, { delimiter, columns: [] });
}

/** Questions about settings that still equal the guess; none once the delimiter differs from the guess. */
export function unansweredQuestions(
  questions: readonly CsvQuestion[],
  guessed: CsvMapping,
  mapping: CsvMapping,
): CsvQuestion[] {
  if (mapping.delimiter !== guessed.delimiter) return [];
  return questions.filter(({ about }) => settingOf(guessed, about) === settingOf(mapping, about));
}

function settingOf(mapping: CsvMapping, about: CsvQuestion['about']): string | number | boolean | null {
  if (about === 'dateOrder' || about === 'direction' || about === 'hasHeader') return mapping[about];
  return columnOf(mapping, about);
}

export function describeMappingAuthor({ rememberedBy, rememberedAt }: CsvMappingProposal): string {
  const when = rememberedAt === null ? '' : `, ${formatDateTime(rememberedAt)}`;
  return `chosen by ${rememberedBy ?? 'an unknown user'}${when}`;
}

/** @returns null if the stored value has a different shape */
export function parseStoredMapping(stored: Readonly<Record<string, unknown>>, guessed: CsvMapping): CsvMapping | null {
  const { columns, ...settings } = stored;
  const isAlike = Object.entries(guessed).every(
    ([name, value]) => name === 'columns' || value === null || typeof settings[name] === typeof value,
  );
  if (!isAlike || !Array.isArray(columns) || !columns.every(isMappedColumn)) return null;
  return Object.assign({}, guessed, settings, { columns });
}

function isMappedColumn(column: unknown): column is { column: number; field: CsvField } {
  if (typeof column !== 'object' || column === null) return false;
  const { column: index, field } = column as Record<string, unknown>;
  return typeof index === 'number' && typeof field === 'string';
}

const FIELD_GROUPS: Readonly<Record<string, readonly CsvField[]>> = {
  'Account and member': [
    'accountNumber',
    'fullName',
    'firstName',
    'middleInitial',
    'lastName',
    'originalAccount',
    'memberId',
  ],
  Money: ['amount', 'debitAmount', 'creditAmount', 'transactionType', 'transactionCode'],
  When: ['postingDate', 'settlementDate', 'effectiveDate'],
  'Company and details': [
    'company',
    'entryDescription',
    'class',
    'checkTracerNumber',
    'batch',
    'addenda',
    'routingNumber',
  ],
};

const NO_COLUMN = '';
const EXAMPLE_LENGTH = 24;

interface MappingFieldsProps {
  mapping: CsvMapping;
  columns: CsvColumnPreview[];
  /** Its cells are examples next to the column names. */
  firstRow: CsvRowPreview | null;
  questions: CsvQuestion[];
  onChange: (mapping: CsvMapping) => void;
}

export function MappingFields({ mapping, columns, firstRow, questions, onChange }: MappingFieldsProps) {
  const unused = unusedFields(mapping.direction);
  const optionsOf = (field: CsvField): [string, string][] => [
    [NO_COLUMN, 'Not in the file'],
    ...columns.map(({ column, name }): [string, string] => {
      const user = fieldOf(mapping, column);
      const taken = user === null || user === field ? '' : ` (now ${CSV_FIELDS[user]})`;
      return [String(column), `${name}${exampleOf(firstRow, column)}${taken}`];
    }),
  ];
  return Object.entries(FIELD_GROUPS).map(([title, fields]) => (
    <section key={title} className="mapping-group" aria-label={title}>
      <h3>{title}</h3>
      <div className="mapping-choices">
        {fields
          .filter((field) => !unused.includes(field))
          .map((field) => (
            <MappingChoice
              key={field}
              label={CSV_FIELDS[field]}
              value={String(columnOf(mapping, field) ?? NO_COLUMN)}
              options={optionsOf(field)}
              required={isRequired(field, mapping)}
              unsure={questions.some(({ about }) => about === field)}
              onChange={(value) => onChange(assignColumn(mapping, field, value === NO_COLUMN ? null : Number(value)))}
            />
          ))}
      </div>
    </section>
  ));
}

function exampleOf(row: CsvRowPreview | null, column: number): string {
  const cell = row?.cells[column]?.trim() ?? '';
  if (cell === '') return '';
  return `: ${cell.length > EXAMPLE_LENGTH ? `${cell.slice(0, EXAMPLE_LENGTH)}…` : cell}`;
}

/** Only marks the field: the server determines what is missing. */
function isRequired(field: CsvField, { direction }: CsvMapping): boolean {
  if (field === 'accountNumber' || field === 'amount') return true;
  if (field === 'debitAmount' || field === 'creditAmount') return true;
  if (field === 'transactionType') return direction === 'type_column';
  return field === 'transactionCode' && direction === 'transaction_code';
}

export const DELIMITER_LABELS: Record<CsvDelimiter, string> = {
  ',': 'Commas',
  ';': 'Semicolons',
  '\t': 'Tabs',
  '|': 'Vertical bars',
};

interface MappingSettingsProps {
  mapping: CsvMapping;
  guessed: CsvMapping;
  questions: CsvQuestion[];
  onChange: (mapping: CsvMapping) => void;
}

export function MappingSettings({ mapping, guessed, questions, onChange }: MappingSettingsProps) {
  const isUnsure = (about: CsvQuestion['about']): boolean => questions.some((one) => one.about === about);
  return (
    <section className="mapping-group mapping-whole" aria-label="The whole file">
      <h3>The whole file</h3>
      <div className="mapping-choices">
        <MappingChoice
          label="Column separator"
          value={mapping.delimiter}
          options={Object.entries(DELIMITER_LABELS)}
          onChange={(delimiter) => onChange(changeDelimiter(mapping, delimiter as CsvDelimiter, guessed))}
        />
        <MappingChoice
          label="Credits and debits are identified by"
          value={mapping.direction}
          options={Object.entries(DIRECTION_LABELS)}
          unsure={isUnsure('direction')}
          onChange={(direction) => onChange(changeDirection(mapping, direction as CsvDirection))}
        />
        <MappingChoice
          label="Date order"
          value={mapping.dateOrder}
          options={Object.entries(DATE_ORDER_LABELS)}
          unsure={isUnsure('dateOrder')}
          onChange={(dateOrder) => onChange(withSettings(mapping, { dateOrder: dateOrder as CsvDateOrder }))}
        />
        <MappingChoice
          label="Column names"
          value={String(mapping.hasHeader)}
          options={[
            ['true', 'In the first row of the table'],
            ['false', 'None: the first row is an entry'],
          ]}
          unsure={isUnsure('hasHeader')}
          onChange={(hasHeader) => onChange(withSettings(mapping, { hasHeader: hasHeader === 'true' }))}
        />
      </div>
    </section>
  );
}
