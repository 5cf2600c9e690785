import { Button, Input } from 'antd';
import { useId, useState } from 'react';

interface TextListFieldProps {
  label: string;
  /** "company", for the way to another one. */
  what: string;
  hint: string;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

const MOST = 10;

/** A filter by one text or another: a field for each, a further one on demand. Text that is emptied is one fewer. */
export function TextListField({ label, what, hint, values, onChange }: TextListFieldProps) {
  const id = useId();
  // The field that was just asked for takes the keyboard; those that came with the address do not.
  const [asked, setAsked] = useState<number | null>(null);
  const texts = values.length === 0 ? [''] : values;
  const change = (at: number, text: string): void =>
    onChange(texts.map((other, place) => (place === at ? text : other)));
  return (
    <div className="report-field">
      <label htmlFor={id}>{label}</label>
      {texts.map((text, at) => (
        <Input
          // Fields have no other identity than their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          id={at === 0 ? id : undefined}
          aria-label={at === 0 ? undefined : `${label}, or ${at + 1}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          allowClear
          placeholder={hint}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was asked for a moment ago
          autoFocus={at === asked}
          value={text}
          onChange={({ target }) => change(at, target.value)}
          onBlur={() => {
            // An emptied further field goes; the first one stays as the place to type.
            if (at > 0 && text.trim() === '') onChange(texts.filter((_, place) => place !== at));
          }}
        />
      ))}
      {texts.at(-1)?.trim() !== '' && texts.length < MOST && (
        <Button
          type="link"
          size="small"
          className="report-field-more"
          onClick={() => {
            setAsked(texts.length);
            onChange([...texts, '']);
          }}
        >
          Or another {what}
        </Button>
      )}
    </div>
  );
}
