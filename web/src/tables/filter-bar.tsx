import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { DelayedField } from './delayed-field.tsx';
import './list-filters.css';

interface FilterBarProps {
  search: { label: string; placeholder: string; value: string; onChange: (search: string) => void };
  /** What the button says that unfolds the other filters. */
  words: string;
  /** Whether any of the folded filters is set. */
  isNarrowed: boolean;
  /** Null while nothing is filtered. */
  onClear: (() => void) | null;
  /** At the end of the line: the views that are kept of the list. */
  views: ReactNode;
  children: ReactNode;
}

/** Search and filters above a list. */
export function FilterBar({ search, words, isNarrowed, onClear, views, children }: FilterBarProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  // Filters that came with the address stand in sight until somebody folds them away.
  const open = chosen ?? isNarrowed;
  const id = useId();
  return (
    <section className="list-filters" aria-label="Search and filters">
      <div className="list-filters-line">
        <DelayedField className="list-search" {...search} />
        <Button
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setChosen(!open)}
        >
          {words}
        </Button>
        {onClear !== null && (
          <Button type="link" onClick={onClear}>
            Clear
          </Button>
        )}
        <span className="list-filters-views">{views}</span>
      </div>
      <div id={id} className="list-filters-line" hidden={!open}>
        {children}
      </div>
    </section>
  );
}
