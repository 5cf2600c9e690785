import { ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNamesInAddress } from '../../../addresses/use-names-in-address.ts';
import { getDetectionQuality } from '../../../api/get-detection-quality.ts';
import { formatCounted } from '../../../formats/count.ts';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { DelayedField } from '../../../tables/delayed-field.tsx';
import { WordSelect } from '../../../tables/word-select.tsx';
import type { PolicyDraft } from '../draft/use-policy-draft.ts';
import { RuleCard } from './rule-card.tsx';
import { type FilteredRule, filterRules, SHOWN, type Shown } from './rule-filter.ts';
import { useRuleFilter } from './use-rule-filter.ts';
import '../../../tables/list-filters.css';
import './rules.css';

const SHOWN_LABELS = { changed: 'Unsaved changes', customized: 'Other than default' };

interface RuleListProps {
  editing: PolicyDraft;
  mayEdit: boolean;
}

/** Every rule by category. While something is looked for, the rules stand open with the numbers that match. */
export function RuleList({ editing, mayEdit }: RuleListProps) {
  const { search, shown, change } = useRuleFilter();
  const opened = useNamesInAddress('open');
  const quality = useQuery(getDetectionQuality());
  const { rules } = editing.draft;
  const isFiltered = search !== '' || shown !== '';
  const found = filterRules(rules, { search, shown });
  const areAllOpen = rules.every(({ activityType }) => opened.has(activityType));
  return (
    <>
      <section className="list-filters" aria-label="Search rules and numbers">
        <div className="list-filters-line">
          <DelayedField
            className="list-search"
            label="Search rules and numbers"
            placeholder="Rule, category or meaning of a number"
            value={search}
            onChange={(typed) => change({ search: typed })}
          />
          <WordSelect<Exclude<Shown, ''>>
            label="Show"
            all="All numbers"
            words={mayEdit ? SHOWN : ['customized']}
            labels={SHOWN_LABELS}
            value={shown}
            onChange={(chosen) => change({ shown: chosen })}
          />
          <output className="quiet figures">{formatCounted(found.length, 'rule')}</output>
          <Button
            className="rules-toggle"
            disabled={isFiltered}
            onClick={() => opened.set(areAllOpen ? [] : rules.map(({ activityType }) => activityType))}
          >
            {areAllOpen ? 'Close all' : 'Open all'}
          </Button>
        </div>
      </section>
      {found.length === 0 && (
        <PanelEmpty text="No rule and no number matches.">
          <Button onClick={() => change({ search: '', shown: '' })}>Show all</Button>
        </PanelEmpty>
      )}
      {byCategory(found).map(([category, ofCategory]) => (
        <section key={category} className="rule-category" aria-label={category}>
          <h3>{category}</h3>
          {ofCategory.map((filtered) => (
            <RuleCard
              key={filtered.rule.activityType}
              filtered={filtered}
              quality={quality.data?.filter(
                ({ activityType }) => activityType === filtered.rule.activityType,
              )}
              isOpen={isFiltered || opened.has(filtered.rule.activityType)}
              onToggle={isFiltered ? null : () => opened.toggle(filtered.rule.activityType)}
              editing={editing}
              mayEdit={mayEdit}
            />
          ))}
        </section>
      ))}
    </>
  );
}

/** In the order in which all screens name them. A rule that is younger than this screen stands last. */
function byCategory(found: FilteredRule[]): [string, FilteredRule[]][] {
  const placeOf = ({ rule }: FilteredRule): number => {
    const place = ACTIVITY_TYPES.findIndex((type) => type === rule.activityType);
    return place === -1 ? ACTIVITY_TYPES.length : place;
  };
  const inOrder = found.toSorted((one, other) => placeOf(one) - placeOf(other));
  return [...Map.groupBy(inOrder, ({ rule }) => rule.category)];
}
