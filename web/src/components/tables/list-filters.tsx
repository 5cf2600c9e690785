import './tables.css';
import { FilterOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { mainPopupContainer } from '../theme-provider.tsx';

interface DayFieldProps {
  label: string;
  /** `2026-11-18`; empty: none. */
  value: string;
  onChange: (day: string) => void;
}

/** A filter by a calendar day, with its label beside it. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId();
  return (
    <span className="labelled-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        className="day-field"
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}

/** Long enough for the next letter to come. */
const DEBOUNCE_MS = 400;

interface DebouncedFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
  /** How a touch keyboard looks. */
  inputMode?: 'search' | 'decimal';
}

/** A field that says what was typed when the typing pauses, or at once with Enter or when it is left. */
export function DebouncedField({
  label,
  value,
  onChange,
  placeholder,
  className,
  inputMode,
}: DebouncedFieldProps) {
  const [draft, setDraft] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);

  // Changed from outside: cleared, or gone back to. What was sent from here may come back after more was typed.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setSent(value);
      setDraft(value);
    }
  }
  const wanted = draft.trim();
  // Said once: the screen may have been left meanwhile, and saying it again would lead back to it.
  const isKnown = wanted === value || wanted === sent;
  const send = (): void => {
    if (isKnown) return;
    setSent(wanted);
    onChange(wanted);
  };
  // With every rendering anew: another filter may have been chosen meanwhile, and must not be lost.
  useEffect(() => {
    if (isKnown) return;
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
      // What is clicked next, clearing above all, must know of it.
      onBlur={send}
    />
  );
}

interface FilterBarProps {
  search: { label: string; placeholder: string; value: string; onChange: (search: string) => void };
  /** What the button says that unfolds the other filters. */
  words: string;
  /** Whether any of the folded filters is set. */
  isNarrowed: boolean;
  /** Null while nothing is filtered. */
  onClear: (() => void) | null;
  /** At the end of the line: the views that are kept of the list. */
  views: ReactNode;
  children: ReactNode;
}

/** Search and filters above a list. */
export function FilterBar({ search, words, isNarrowed, onClear, views, children }: FilterBarProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Filters that came with the address stand in sight until somebody folds them away.
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
          {words}
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

interface ChoiceSelectProps<Word extends string> {
  label: string;
  /** What is shown when nothing is chosen. */
  all: string;
  words: readonly Word[];
  labels: Readonly<Record<Word, string>>;
  /** Empty: all. */
  value: Word | '';
  onChange: (value: Word | '') => void;
}

/** A filter by one of a few words, with its label beside it. */
export function ChoiceSelect<Word extends string>(props: ChoiceSelectProps<Word>) {
  const { label, all, words, labels, value, onChange } = props;
  const id = useId();
  const options = [
    { value: '' as Word | '', label: all },
    ...words.map((word) => ({ value: word, label: labels[word] })),
  ];
  return (
    <span className="labelled-field">
      <label htmlFor={id}>{label}</label>
      <Select<Word | ''>
        id={id}
        className="word-select"
        getPopupContainer={mainPopupContainer}
        virtual={false}
        popupMatchSelectWidth={false}
        options={options}
        value={value}
        onChange={onChange}
      />
    </span>
  );
}
