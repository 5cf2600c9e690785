import { CloseOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { type FilterChip, filterChips } from './filter-labels.ts';
import type { FilterState } from './filter-state.ts';

interface ActiveFiltersProps {
  applied: FilterState;
  onReduce: (filters: FilterState) => void;
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
