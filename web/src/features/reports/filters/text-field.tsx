import { Input } from 'antd';
import { useId } from 'react';

interface TextFieldProps {
  label: string;
  /** Said under the field. */
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

/** A filter by a text. Enter applies the filters: the panel is a form. */
export function TextField({ label, hint, value, onChange }: TextFieldProps) {
  const id = useId();
  return (
    <div className="report-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        allowClear
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...(hint !== undefined && { placeholder: hint })}
      />
    </div>
  );
}
