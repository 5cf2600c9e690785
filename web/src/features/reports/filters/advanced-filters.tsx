import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import { useId, useState } from 'react';
import { ChoiceField } from './choice-field.tsx';
import { FILTER_LABELS } from './filter-labels.ts';
import { type FilterState, identityOf, NO_FILTERS } from './filter-state.ts';
import { TextField } from './text-field.tsx';
import { TextListField } from './text-list-field.tsx';

interface AdvancedFiltersProps {
  draft: FilterState;
  classes: readonly string[];
  onType: (part: Partial<FilterState>) => void;
}

/** The fields of a NACHA entry that few reports need, folded away until then. */
export function AdvancedFilters({ draft, classes, onType }: AdvancedFiltersProps) {
  const id = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const count = countOf(draft);
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

const ADVANCED = [
  'transactionCode',
  'class',
  'entryDescription',
  'addenda',
  'checkTracerNumber',
  'batch',
] as const;

/** How many of the folded fields are filled. */
function countOf(draft: FilterState): number {
  return ADVANCED.filter((name) => identityOf({ ...NO_FILTERS, [name]: draft[name] }) !== '').length;
}
