import { Select } from 'antd';
import { useId } from 'react';
import { mainGround } from '../../../dialogs/main-ground.ts';

interface ChoiceFieldProps {
  label: string;
  placeholder: string;
  choices: readonly string[];
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** A filter by some of the known words. */
export function ChoiceField({ label, placeholder, choices, values, onChange }: ChoiceFieldProps) {
  const id = useId();
  return (
    <div className="report-field">
      <label htmlFor={id}>{label}</label>
      <Select<string[]>
        id={id}
        mode="multiple"
        allowClear
        virtual={false}
        getPopupContainer={mainGround}
        placeholder={placeholder}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
        value={[...values]}
        onChange={onChange}
      />
    </div>
  );
}
