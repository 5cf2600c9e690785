import './tables.css';
import { FilterOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';

type DayFieldProps = { label: string; value: string; onChange: (day: string) => void; title?: string };

export function DayField({ label, value, onChange, title }: DayFieldProps) {
  const id = useId();
  return (
    <span className="labelled-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        className="day-field"
        type="date"
        title={title}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

const DEBOUNCE_MS = 400;

interface DebouncedFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
  inputMode?: 'search' | 'decimal';
}

/** Reports the text when typing pauses, on Enter and on blur. */
export function DebouncedField(props: DebouncedFieldProps) {
  const { label, value, onChange, placeholder, className, inputMode } = props;
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);

  // The caller changed the value. A value reported earlier must not overwrite what the user has typed since.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setDraft(value);
    }
  }
  const text = draft.trim();
  // Sent once: sending again after the user has left would navigate back to the screen.
  const isSent = text === value || text === sent;
  const send = (): void => {
    if (isSent) return;
    setSent(text);
    onChange(text);
  };
  // Restarts on every render, so that `onChange` includes the latest filters.
  useEffect(() => {
    if (isSent) return;
    const timer = setTimeout(send, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  });

  return (
    <Input
      className={className ?? ''}
      type={inputMode === 'decimal' ? 'text' : 'search'}
      inputMode={inputMode ?? 'search'}
      aria-label={label}
      placeholder={placeholder ?? ''}
      maxLength={200}
      value={draft}
      onChange={({ target }) => setDraft(target.value)}
      onPressEnter={send}
      // The next click, such as on Clear, needs the current value.
      onBlur={send}
    />
  );
}

interface FilterBarProps {
  search: { label: string; placeholder: string; value: string; onChange: (search: string) => void };
  label: string;
  isNarrowed: boolean;
  onClear: (() => void) | null;
  views: ReactNode;
  children: ReactNode;
}

export function FilterBar({ search, label, isNarrowed, onClear, views, children }: FilterBarProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Filters from the URL stay open until the user collapses them.
  const open = chosen ?? isNarrowed;
  const id = useId();
  return (
    <section className="list-filters" aria-label="Search and filters">
      <div className="list-filters-line">
        <DebouncedField className="list-search" {...search} />
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChosen(!open)}
        >
          {label}
        </Button>
        {onClear !== null && (
          <Button type="link" onClick={onClear}>
            Clear
          </Button>
        )}
        <span className="list-filters-views">{views}</span>
      </div>
      <div id={id} className="list-filters-line" hidden={!open}>
        {children}
      </div>
    </section>
  );
}

export function bindFields<State extends object>(state: State, onChange: (part: Partial<State>) => void) {
  return <Name extends keyof State>(name: Name) => ({
    value: state[name],
    onChange: (value: State[Name]) => onChange({ [name]: value } as unknown as Partial<State>),
  });
}

interface ChoiceSelectProps<Choice extends string> {
  label: string;
  all: string;
  /** Default: all labels. */
  values?: readonly Choice[];
  labels: Readonly<Record<Choice, string>>;
  value: Choice | '';
  onChange: (value: Choice | '') => void;
}

export function ChoiceSelect<Choice extends string>(props: ChoiceSelectProps<Choice>) {
  const { label, all, labels, values = Object.keys(labels) as Choice[], value, onChange } = props;
  const id = useId();
  const options = [
    { value: '' as Choice | '', label: all },
    ...values.map((choice) => ({ value: choice, label: labels[choice] })),
  ];
  return (
    <span className="labelled-field">
      <label htmlFor={id}>{label}</label>
      <Select<Choice | ''>
        id={id}
        className="word-select"
        popupMatchSelectWidth={false}
        options={options}
        value={value}
        onChange={onChange}
      />
    </span>
  );
}
