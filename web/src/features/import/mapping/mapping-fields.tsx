import { CSV_FIELDS, type CsvField } from '@clearwatch/contracts/csv-mapping';
import type {
  CsvColumnPreview,
  CsvMapping,
  CsvQuestion,
  CsvRowPreview,
} from '@clearwatch/contracts/csv-mapping.dto';
import { columnOf, fieldOf, unusedFields, withColumn } from './change-mapping.ts';
import { FIELD_GROUPS } from './field-groups.ts';
import { MappingChoice } from './mapping-choice.tsx';

const NONE = '';
/** A cell is an example, not the text. */
const SHOWN_CHARACTERS = 24;

interface MappingFieldsProps {
  mapping: CsvMapping;
  columns: CsvColumnPreview[];
  /** Its cells are the examples beside the names of the columns. */
  firstRow: CsvRowPreview | null;
  questions: CsvQuestion[];
  onChange: (mapping: CsvMapping) => void;
}

/** Each field with the column it is read from. */
export function MappingFields({ mapping, columns, firstRow, questions, onChange }: MappingFieldsProps) {
  const unused = unusedFields(mapping.direction);
  const optionsOf = (field: CsvField): [string, string][] => [
    [NONE, 'Not in the file'],
    ...columns.map(({ column, name }): [string, string] => {
      const user = fieldOf(mapping, column);
      const taken = user === null || user === field ? '' : ` (now ${CSV_FIELDS[user]})`;
      return [String(column), `${name}${exampleOf(firstRow, column)}${taken}`];
    }),
  ];
  return FIELD_GROUPS.map(({ title, fields }) => (
    <section key={title} className="mapping-group" aria-label={title}>
      <h3>{title}</h3>
      <div className="mapping-choices">
        {fields
          .filter((field) => !unused.includes(field))
          .map((field) => (
            <MappingChoice
              key={field}
              label={CSV_FIELDS[field]}
              value={String(columnOf(mapping, field) ?? NONE)}
              options={optionsOf(field)}
              required={isRequired(field, mapping)}
              unsure={questions.some(({ about }) => about === field)}
              onChange={(value) =>
                onChange(withColumn(mapping, field, value === NONE ? null : Number(value)))
              }
            />
          ))}
      </div>
    </section>
  ));
}

function exampleOf(row: CsvRowPreview | null, column: number): string {
  const cell = row?.cells[column]?.trim() ?? '';
  if (cell === '') return '';
  return `: ${cell.length > SHOWN_CHARACTERS ? `${cell.slice(0, SHOWN_CHARACTERS)}…` : cell}`;
}

/** Marks what no file can do without. The server has the last word: it names whatever is missing. */
function isRequired(field: CsvField, { direction }: CsvMapping): boolean {
  if (field === 'accountNumber' || field === 'amount') return true;
  if (field === 'debitAmount' || field === 'creditAmount') return true;
  if (field === 'transactionType') return direction === 'type_column';
  return field === 'transactionCode' && direction === 'transaction_code';
}
