import { Input } from 'antd';
import { useId } from 'react';

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
