import { Select } from 'antd';
import { useState } from 'react';
import { mainGround } from '../../../dialogs/main-ground.ts';
import { DelayedField } from '../../../tables/delayed-field.tsx';
import {
  COMPARISONS,
  type CompanyListState,
  type Comparison,
  type LimitedFigure,
} from './company-list-state.ts';

const LABELS: Record<LimitedFigure, string> = {
  members: 'Members',
  credits: 'Credits',
  debits: 'Debits',
  volume: 'Total Volume',
};
const COMPARISON_OPTIONS = COMPARISONS.map((value) => ({
  value,
  label: value === 'Above' ? 'Greater than' : 'Less than',
}));

interface LimitFieldProps {
  figure: LimitedFigure;
  state: CompanyListState;
  onChange: (part: Partial<CompanyListState>) => void;
  onType: (part: Partial<CompanyListState>) => void;
}

/** A figure with greater or less than a number. What is no number yet is sent, and ignored by the server (spec, section 5). */
export function LimitField({ figure, state, onChange, onType }: LimitFieldProps) {
  const label = LABELS[figure];
  const [chosen, setChosen] = useState<Comparison>('Above');
  const given = COMPARISONS.find((comparison) => state[`${figure}${comparison}`] !== '');
  const comparison = given ?? chosen;
  const value = state[`${figure}${comparison}`];
  const limits = (kind: Comparison, number: string): Partial<CompanyListState> => ({
    [`${figure}Above`]: kind === 'Above' ? number : '',
    [`${figure}Below`]: kind === 'Below' ? number : '',
  });
  return (
    <fieldset className="limit-field">
      <legend>{label}</legend>
      <Select<Comparison>
        aria-label={`${label}: comparison`}
        className="limit-comparison"
        getPopupContainer={mainGround}
        virtual={false}
        options={COMPARISON_OPTIONS}
        value={comparison}
        onChange={(kind) => {
          setChosen(kind);
          if (value !== '') onChange(limits(kind, value));
        }}
      />
      <DelayedField
        label={`${label}: number`}
        className="limit-number"
        inputMode="decimal"
        placeholder={figure === 'members' ? '10' : '1,000.00'}
        value={value}
        onChange={(number) => onType(limits(comparison, number))}
      />
    </fieldset>
  );
}
