import {
  CSV_FIELD_NAMES,
  CSV_FIELDS,
  type CsvDateOrder,
  type CsvDirection,
  type CsvField,
} from '@clearwatch/contracts/csv-mapping';
import type { ColumnChoices, DocumentColumns, LayoutLine } from '@clearwatch/contracts/document-layouts.dto';
import { Button, Input } from 'antd';
import {
  changeDirection,
  DATE_ORDER_LABELS,
  DIRECTION_LABELS,
  fieldOf,
  MappingChoice,
  unusedFields,
  withSettings,
} from '../../components/column-mapping.tsx';
import { chooseField, edgesOf, isMovable, joinColumns, splitColumn, withChoices } from './column-choices.ts';

interface ChoicesProps {
  choices: ColumnChoices;
  onChange: (choices: ColumnChoices) => void;
}

const NOT_IMPORTED = '';

export function ColumnFields({
  choices,
  names,
  questioned,
  onChange,
}: ChoicesProps & { names: readonly string[]; questioned: ReadonlySet<number | null> }) {
  const { mapping } = choices;
  const fields = CSV_FIELD_NAMES.filter((field) => !unusedFields(mapping.direction).includes(field));
  const optionsOf = (column: number): [string, string][] => [
    [NOT_IMPORTED, 'Not imported'],
    ...fields.map((field): [string, string] => {
      const user = mapping.columns.find((one) => one.field === field)?.column ?? column;
      return [field, `${CSV_FIELDS[field]}${user === column ? '' : ` (now ${names[user] ?? ''})`}`];
    }),
  ];
  return (
    <ol className="columns-fields" aria-label="Columns">
      {names.map((name, column) => {
        const edges = edgesOf(choices, column);
        const next = choices.cuts[column];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          <li key={column}>
            <MappingChoice
              label={edges === null ? `${name} (from group headings)` : name}
              value={fieldOf(mapping, column) ?? NOT_IMPORTED}
              options={optionsOf(column)}
              unsure={questioned.has(column)}
              onChange={(field) =>
                onChange(chooseField(choices, column, field === NOT_IMPORTED ? null : (field as CsvField)))
              }
            />
            {edges !== null && (
              <span className="columns-actions">
                <Button
                  size="small"
                  aria-label={`Split ${name}`}
                  onClick={() => onChange(splitColumn(choices, column))}
                >
                  Split
                </Button>
                {next !== undefined && isMovable(next) && (
                  <Button
                    size="small"
                    aria-label={`Join with next: ${name} and ${names[column + 1] ?? ''}`}
                    onClick={() => onChange(joinColumns(choices, column))}
                  >
                    Join with next
                  </Button>
                )}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

export function ColumnSettings({ choices, onChange }: ChoicesProps) {
  const { mapping } = choices;
  return (
    <div className="mapping-choices">
      <MappingChoice
        label="Credits and debits are identified by"
        value={mapping.direction}
        options={Object.entries(DIRECTION_LABELS)}
        onChange={(direction) =>
          onChange(withChoices(choices, { mapping: changeDirection(mapping, direction as CsvDirection) }))
        }
      />
      <MappingChoice
        label="Date order"
        value={mapping.dateOrder}
        options={Object.entries(DATE_ORDER_LABELS)}
        onChange={(dateOrder) =>
          onChange(
            withChoices(choices, {
              mapping: withSettings(mapping, { dateOrder: dateOrder as CsvDateOrder }),
            }),
          )
        }
      />
    </div>
  );
}

const ROLE_LABELS: Record<LayoutLine['role'], string> = {
  skip: 'Skip: a header, footer, total or note',
  heading: 'Group heading: applies to the entries below it',
};

interface LineRulesProps extends ChoicesProps {
  pageLines: DocumentColumns['pageLines'];
  /** Index of the chosen line, as text. */
  line: string;
  onLine: (line: string) => void;
}

/** Lines that are not entries, recognized in every file by how they begin. */
export function LineRules({ choices, pageLines, line, onLine, onChange }: LineRulesProps) {
  const { lines } = choices;
  const chosen = line === '' ? undefined : pageLines[Number(line)];
  const mark = (role: LayoutLine['role']): void => {
    if (chosen === undefined) return;
    const others = lines.filter(({ begins }) => begins !== chosen.begins);
    onChange(withChoices(choices, { lines: [...others, { begins: chosen.begins, role }] }));
    onLine('');
  };
  const replace = (index: number, rule: LayoutLine): void =>
    onChange(withChoices(choices, { lines: lines.with(index, rule) }));
  return (
    <section className="columns-lines" aria-label="Lines that are not entries">
      <h3>Lines that are not entries</h3>
      <div className="columns-mark">
        <MappingChoice
          label="A line of the page (or click it on the page)"
          value={line}
          options={[
            ['', 'Choose a line'],
            ...pageLines.map(({ text }, index): [string, string] => [String(index), text.slice(0, 90)]),
          ]}
          onChange={onLine}
        />
        <Button disabled={chosen === undefined} onClick={() => mark('skip')}>
          Skip lines like this
        </Button>
        <Button disabled={chosen === undefined} onClick={() => mark('heading')}>
          Use as group heading
        </Button>
      </div>
      {lines.length > 0 && (
        <ul className="columns-rules" aria-label="Marked lines">
          {lines.map((rule, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the text changes while it is typed
            <li key={index}>
              <label>
                Begins with{' '}
                <Input
                  value={rule.begins}
                  maxLength={200}
                  onChange={({ target }) =>
                    replace(index, Object.assign({}, rule, { begins: target.value.toLowerCase() }))
                  }
                />
              </label>
              <MappingChoice
                label="Use"
                value={rule.role}
                options={Object.entries(ROLE_LABELS)}
                onChange={(role) => replace(index, Object.assign({}, rule, { role: role as LayoutLine['role'] }))}
              />
              <Button
                size="small"
                aria-label={`Remove the mark for lines that begin with ${rule.begins}`}
                onClick={() => onChange(withChoices(choices, { lines: lines.toSpliced(index, 1) }))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
