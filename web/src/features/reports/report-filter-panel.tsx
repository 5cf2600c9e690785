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
  type FilterFieldProps,
  TextField,
  TextListField,
} from './report-filter-fields.tsx';
import {
  type FilterChip,
  filterChips,
  NO_REPORT_FILTERS,
  type ReportFilterState,
  reportFilterKey,
} from './report-filter-state.ts';

type ActiveFiltersProps = { applied: ReportFilterState; onReduce: (filters: ReportFilterState) => void };

export function ActiveFilters({ applied, onReduce }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const chips = filterChips(applied);
  if (chips.length === 0) return null;
  const remove = (chip: FilterChip, at: number): void => {
    onReduce(chip.without);
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

interface AdvancedFiltersProps extends FilterFieldProps {
  classes: readonly string[];
}

function AdvancedFilters({ classes, ...fields }: AdvancedFiltersProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const count = countFilled(fields.draft);
  // Filters from the URL stay visible until the user collapses them.
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
        <TextListField name="transactionCode" what="code" hint="Contains, for example 22" {...fields} />
        <ChoiceField name="class" placeholder="All classes" choices={classes} {...fields} />
        <TextListField name="entryDescription" what="description" hint="Contains, for example PAYROLL" {...fields} />
        <TextField name="addenda" hint="Contains" {...fields} />
        <TextField name="checkTracerNumber" hint="Exact number" {...fields} />
        <TextField name="batch" hint="Exact number" {...fields} />
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

function countFilled(draft: ReportFilterState): number {
  return ADVANCED_FIELDS.filter((name) => reportFilterKey({ ...NO_REPORT_FILTERS, [name]: draft[name] }) !== '').length;
}

/** Used until the server responds, or if it does not (spec section 9). */
const DEFAULT_CHOICES = { transactionTypes: ['Credit', 'Debit'], classes: DEFAULT_SEC_CODES };

interface ReportFilterPanelProps extends FilterFieldProps {
  isAhead: boolean;
  onApply: () => void;
}

export function ReportFilterPanel({ isAhead, onApply, ...fields }: ReportFilterPanelProps) {
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
        <TextField name="firstName" hint="Contains" {...fields} />
        <TextField name="lastName" hint="Contains" {...fields} />
        <TextListField name="company" what="company" hint="Contains" {...fields} />
        <ChoiceField name="transactionType" placeholder="All types" choices={options.transactionTypes} {...fields} />
        <AdvancedFilters classes={options.classes} {...fields} />
        <AmountField {...fields} />
        <DateRangeField {...fields} />
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
