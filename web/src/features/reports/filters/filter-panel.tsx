import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getFilterOptions } from '../../../api/transaction-reports.ts';
import { Panel } from '../../../panels/panel.tsx';
import { AdvancedFilters } from './advanced-filters.tsx';
import { AmountField } from './amount-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { DateRangeField } from './date-range-field.tsx';
import { FILTER_LABELS } from './filter-labels.ts';
import type { FilterState } from './filter-state.ts';
import { TextField } from './text-field.tsx';
import { TextListField } from './text-list-field.tsx';

/** Until the server has said what the ledger holds, and if it does not (spec section 9). */
const OFFERED = { transactionTypes: ['Credit', 'Debit'], classes: DEFAULT_SEC_CODES };

interface FilterPanelProps {
  draft: FilterState;
  /** What is typed does not apply yet. */
  isAhead: boolean;
  onType: (part: Partial<FilterState>) => void;
  onApply: () => void;
}

/** What to look for. Nothing typed here counts before Apply Filters, or Enter in any field. */
export function FilterPanel({ draft, isAhead, onType, onApply }: FilterPanelProps) {
  const options = useQuery(getFilterOptions()).data ?? OFFERED;
  return (
    <Panel title="Filters" className="report-filters">
      <form
        className="report-fields"
        onSubmit={(event) => {
          event.preventDefault();
          onApply();
        }}
      >
        <TextField
          label={FILTER_LABELS.firstName}
          hint="Contains"
          value={draft.firstName}
          onChange={(firstName) => onType({ firstName })}
        />
        <TextField
          label={FILTER_LABELS.lastName}
          hint="Contains"
          value={draft.lastName}
          onChange={(lastName) => onType({ lastName })}
        />
        <TextListField
          label={FILTER_LABELS.company}
          what="company"
          hint="Contains"
          values={draft.company}
          onChange={(company) => onType({ company })}
        />
        <ChoiceField
          label={FILTER_LABELS.transactionType}
          placeholder="All types"
          choices={options.transactionTypes}
          values={draft.transactionType}
          onChange={(transactionType) => onType({ transactionType })}
        />
        <AdvancedFilters draft={draft} classes={options.classes} onType={onType} />
        <AmountField draft={draft} onType={onType} />
        <DateRangeField draft={draft} onType={onType} />
        <div className="report-apply">
          <Button type="primary" htmlType="submit" block>
            Apply Filters
          </Button>
          <output className="quiet">{isAhead ? 'Not applied yet' : ''}</output>
        </div>
      </form>
    </Panel>
  );
}
