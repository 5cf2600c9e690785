import { CloseOutlined, DownOutlined, RightOutlined } from '@ant-design/icons';
import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { getFilterOptions } from '../../api/transactions-api.ts';
import { Panel } from '../../components/panel.tsx';
import {
  AmountField,
  ChoiceField,
  DateRangeField,
  TextField,
  TextListField,
} from './report-filter-fields.tsx';
import {
  FILTER_LABELS,
  type FilterChip,
  filterChips,
  NO_REPORT_FILTERS,
  type ReportFilterState,
  reportFilterKey,
} from './report-filter-state.ts';

interface ActiveFiltersProps {
  applied: ReportFilterState;
  onReduce: (filters: ReportFilterState) => void;
}

/** The filters that apply, each removable at once. */
export function ActiveFilters({ applied, onReduce }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const chips = filterChips(applied);
  if (chips.length === 0) return null;
  const remove = (chip: FilterChip, at: number): void => {
    onReduce(chip.without);
    // The button goes with its filter: the keyboard goes on to the one that stands there next.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll('button');
      (buttons?.[at] ?? buttons?.[at - 1])?.focus();
    });
  };
  return (
    <section className="active-filters" aria-labelledby="active-filters">
      <h2 id="active-filters">Active Filters</h2>
      <ul ref={list}>
        {chips.map((chip, at) => (
          <li key={chip.key} className="filter-chip">
            <span>{chip.words}</span>
            <button type="button" aria-label={`Remove ${chip.words}`} onClick={() => remove(chip, at)}>
              <CloseOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AdvancedFiltersProps {
  draft: ReportFilterState;
  classes: readonly string[];
  onType: (part: Partial<ReportFilterState>) => void;
}

/** The fields of a NACHA entry that few reports need, folded away until then. */
function AdvancedFilters({ draft, classes, onType }: AdvancedFiltersProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const count = countFilled(draft);
  // Filters that came with the address stand in sight until somebody folds them away.
  const open = chosen ?? count > 0;
  const Arrow = open ? DownOutlined : RightOutlined;
  return (
    <div className="report-advanced">
      <Button
        type="text"
        className="report-advanced-switch"
        icon={<Arrow aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setChosen(!open)}
      >
        Advanced Filters
        {count > 0 && <Badge count={count} color="var(--ant-color-primary-bg)" className="report-count" />}
      </Button>
      <div id={id} className="report-fields" hidden={!open}>
        <TextListField
          label={FILTER_LABELS.transactionCode}
          what="code"
          hint="Contains, like 22"
          values={draft.transactionCode}
          onChange={(transactionCode) => onType({ transactionCode })}
        />
        <ChoiceField
          label={FILTER_LABELS.class}
          placeholder="All classes"
          choices={classes}
          values={draft.class}
          onChange={(codes) => onType({ class: codes })}
        />
        <TextListField
          label={FILTER_LABELS.entryDescription}
          what="description"
          hint="Contains, like PAYROLL"
          values={draft.entryDescription}
          onChange={(entryDescription) => onType({ entryDescription })}
        />
        <TextField
          label={FILTER_LABELS.addenda}
          hint="Contains"
          value={draft.addenda}
          onChange={(addenda) => onType({ addenda })}
        />
        <TextField
          label={FILTER_LABELS.checkTracerNumber}
          hint="The whole number"
          value={draft.checkTracerNumber}
          onChange={(checkTracerNumber) => onType({ checkTracerNumber })}
        />
        <TextField
          label={FILTER_LABELS.batch}
          hint="The whole number"
          value={draft.batch}
          onChange={(batch) => onType({ batch })}
        />
      </div>
    </div>
  );
}

const ADVANCED_FIELDS = [
  'transactionCode',
  'class',
  'entryDescription',
  'addenda',
  'checkTracerNumber',
  'batch',
] as const;

/** How many of the folded fields are filled. */
function countFilled(draft: ReportFilterState): number {
  return ADVANCED_FIELDS.filter(
    (name) => reportFilterKey({ ...NO_REPORT_FILTERS, [name]: draft[name] }) !== '',
  ).length;
}

/** Until the server has said what the ledger holds, and if it does not (spec section 9). */
const DEFAULT_CHOICES = { transactionTypes: ['Credit', 'Debit'], classes: DEFAULT_SEC_CODES };

interface ReportFilterPanelProps {
  draft: ReportFilterState;
  /** What is typed does not apply yet. */
  isAhead: boolean;
  onType: (part: Partial<ReportFilterState>) => void;
  onApply: () => void;
}

/** What to look for. Nothing typed here counts before Apply Filters, or Enter in any field. */
export function ReportFilterPanel({ draft, isAhead, onType, onApply }: ReportFilterPanelProps) {
  const options = useQuery(getFilterOptions()).data ?? DEFAULT_CHOICES;
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
