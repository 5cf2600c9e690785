import { AMOUNT_OPERATORS, type AmountOperator } from '@clearwatch/contracts/transaction-reports';
import { Button, DatePicker, Input, Select } from 'antd';
import english from 'antd/es/date-picker/locale/en_US';
import dayjs, { type Dayjs } from 'dayjs';
import { type ReactNode, useId, useMemo, useState } from 'react';
import {
  FILTER_LABELS,
  type ListFilter,
  OPERATOR_LABELS,
  type ReportFilterState,
  type TextFilter,
} from './report-filter-state.ts';
import { amountProblem, daysProblem } from './use-report-filters.ts';

const OPERATORS = AMOUNT_OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }));

export interface FilterFieldProps {
  draft: ReportFilterState;
  onType: (part: Partial<ReportFilterState>) => void;
}

/** Invalid amounts are left out of the search (spec section 5). */
export function AmountField({ draft, onType }: FilterFieldProps) {
  const operatorId = useId();
  const problemId = useId();
  const problem = amountProblem(draft);
  const field = (name: 'amount' | 'amountTo', label: string) => (
    <Input
      aria-label={label}
      aria-describedby={problem === null ? undefined : problemId}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      prefix="$"
      placeholder="0.00"
      {...(problem !== null && { status: 'warning' as const })}
      value={draft[name]}
      onChange={({ target }) => onType({ [name]: target.value })}
    />
  );
  return (
    <fieldset className="report-field">
      <legend>{FILTER_LABELS.amount}</legend>
      <Select<AmountOperator>
        id={operatorId}
        aria-label="Amount comparison"
        options={OPERATORS}
        value={draft.amountIs}
        onChange={(amountIs) => onType({ amountIs })}
      />
      <div className="report-amounts">
        {field('amount', draft.amountIs === 'between' ? 'Minimum amount' : 'Amount')}
        {draft.amountIs === 'between' && field('amountTo', 'Maximum amount')}
      </div>
      {problem !== null && (
        <p id={problemId} className="report-field-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

type LabeledFieldProps = { name: TextFilter | ListFilter; children: (id: string) => ReactNode };

function LabeledField({ name, children }: LabeledFieldProps) {
  const id = useId();
  return (
    <div className="report-field">
      <label htmlFor={id}>{FILTER_LABELS[name]}</label>
      {children(id)}
    </div>
  );
}

interface ChoiceFieldProps extends FilterFieldProps {
  name: ListFilter;
  placeholder: string;
  choices: readonly string[];
}

export function ChoiceField({ name, placeholder, choices, draft, onType }: ChoiceFieldProps) {
  return (
    <LabeledField name={name}>
      {(id) => (
        <Select<string[]>
          id={id}
          mode="multiple"
          allowClear
          placeholder={placeholder}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          value={[...draft[name]]}
          onChange={(values) => onType({ [name]: values })}
        />
      )}
    </LabeledField>
  );
}

const ISO_FORMAT = 'YYYY-MM-DD';

/** The first is the display format; the others are also accepted. */
const TYPED_FORMATS = ['MMM D, YYYY', ISO_FORMAT, 'M/D/YYYY', 'MMM D YYYY'];

/** Empty labels: the month and year buttons are named by their text. */
const CALENDAR_LOCALE = { ...english, lang: { ...english.lang, monthSelect: '', yearSelect: '' } };

type DateRange = [Dayjs | null, Dayjs | null];

/** Applied only with both dates. */
export function DateRangeField({ draft, onType }: FilterFieldProps) {
  const id = useId();
  const problem = daysProblem(draft);
  const { from, to } = draft;
  // A new value on every render would reset the picker.
  const value = useMemo<DateRange>(() => [from === '' ? null : dayjs(from), to === '' ? null : dayjs(to)], [from, to]);
  const take = (days: DateRange | null): void =>
    onType({ from: days?.[0]?.format(ISO_FORMAT) ?? '', to: days?.[1]?.format(ISO_FORMAT) ?? '' });
  return (
    <fieldset className="report-field">
      <legend>{FILTER_LABELS.dateRange}</legend>
      <DatePicker.RangePicker
        id={{ start: `${id}from`, end: `${id}to` }}
        aria-label="Days"
        classNames={{ popup: { root: 'report-calendar' } }}
        locale={CALENDAR_LOCALE}
        suffixIcon={null}
        format={TYPED_FORMATS}
        placeholder={['Start date', 'End date']}
        presets={rangePresets(dayjs())}
        allowEmpty={[true, true]}
        {...(problem !== null && { status: 'warning' as const })}
        value={value}
        onChange={take}
        // Also reports a partial range, so that the panel matches the field.
        onCalendarChange={take}
      />
      {problem !== null && <output className="report-field-problem">{problem}</output>}
    </fieldset>
  );
}

function rangePresets(today: Dayjs): { label: string; value: [Dayjs, Dayjs] }[] {
  const lastMonth = today.subtract(1, 'month');
  return [
    { label: 'Last 7 days', value: [today.subtract(6, 'day'), today] },
    { label: 'Last 30 days', value: [today.subtract(29, 'day'), today] },
    { label: 'Last 90 days', value: [today.subtract(89, 'day'), today] },
    { label: 'This month', value: [today.startOf('month'), today] },
    { label: 'Last month', value: [lastMonth.startOf('month'), lastMonth.endOf('month')] },
    { label: 'This year', value: [today.startOf('year'), today] },
  ];
}

const TEXT_INPUT = { autoComplete: 'off', spellCheck: false, maxLength: 200, allowClear: true };

interface TextFieldProps extends FilterFieldProps {
  name: TextFilter;
  hint: string;
}

export function TextField({ name, hint, draft, onType }: TextFieldProps) {
  return (
    <LabeledField name={name}>
      {(id) => (
        <Input
          {...TEXT_INPUT}
          id={id}
          placeholder={hint}
          value={draft[name]}
          onChange={({ target }) => onType({ [name]: target.value })}
        />
      )}
    </LabeledField>
  );
}

interface TextListFieldProps extends FilterFieldProps {
  name: ListFilter;
  what: string;
  hint: string;
}

const MAX_TEXTS = 10;

export function TextListField({ name, what, hint, draft, onType }: TextListFieldProps) {
  const onChange = (changed: string[]): void => onType({ [name]: changed });
  // Only a field that was just added takes the focus.
  const [focused, setFocused] = useState<number | null>(null);
  const texts = draft[name].length === 0 ? [''] : draft[name];
  return (
    <LabeledField name={name}>
      {(id) => (
        <>
          {texts.map((text, at) => (
            <Input
              {...TEXT_INPUT}
              // Fields are identified by their position.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              id={at === 0 ? id : undefined}
              aria-label={at === 0 ? undefined : `${FILTER_LABELS[name]}, alternative ${at + 1}`}
              placeholder={hint}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user just added this field
              autoFocus={at === focused}
              value={text}
              onChange={({ target }) => onChange(texts.with(at, target.value))}
              onBlur={() => {
                // The first field stays.
                if (at > 0 && text.trim() === '') onChange(texts.filter((_, place) => place !== at));
              }}
            />
          ))}
          {texts.at(-1)?.trim() !== '' && texts.length < MAX_TEXTS && (
            <Button
              type="link"
              size="small"
              className="report-field-more"
              onClick={() => {
                setFocused(texts.length);
                onChange([...texts, '']);
              }}
            >
              Add another {what}
            </Button>
          )}
        </>
      )}
    </LabeledField>
  );
}
