import { AMOUNT_OPERATORS, type AmountOperator } from '@clearwatch/contracts/transaction-reports';
import { Input, Select } from 'antd';
import { useId } from 'react';
import { mainGround } from '../../../dialogs/main-ground.ts';
import { amountProblem } from './draft.ts';
import { FILTER_LABELS, OPERATOR_LABELS } from './filter-labels.ts';
import { type FilterState } from './filter-state.ts';

const OPERATORS = AMOUNT_OPERATORS.map((value) => ({ value, label: OPERATOR_LABELS[value] }));

interface AmountFieldProps {
  draft: FilterState;
  onType: (part: Partial<FilterState>) => void;
}

/** A bound on the amount. What is no amount is left out of the search (spec section 5), and said to be. */
export function AmountField({ draft, onType }: AmountFieldProps) {
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
        aria-label="Amount: comparison"
        virtual={false}
        getPopupContainer={mainGround}
        options={OPERATORS}
        value={draft.amountIs}
        onChange={(amountIs) => onType({ amountIs })}
      />
      <div className="report-amounts">
        {field('amount', draft.amountIs === 'between' ? 'Smallest amount' : 'Amount')}
        {draft.amountIs === 'between' && field('amountTo', 'Largest amount')}
      </div>
      {problem !== null && (
        <p id={problemId} className="report-field-problem">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
