import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useSearchParams } from 'react-router-dom';
import { RULE_DESCRIPTIONS } from '../../lib/alert-labels.ts';
import { readChoice, readText } from '../../lib/url-params.ts';
import type { DraftParameter, DraftRule } from './policy-draft.ts';

export const RULE_FILTERS = ['changed', 'customized'] as const;
/** Empty: all · changed: not saved yet · customized: other than the default. */
export type RuleFilterChoice = '' | (typeof RULE_FILTERS)[number];

interface RuleFilter {
  search: string;
  shown: RuleFilterChoice;
}

export interface FilteredRule {
  rule: DraftRule;
  parameters: DraftParameter[];
}

/** The rules and of each the numbers that are asked for. A rule that is itself meant is shown with all of them. */
export function filterRules(rules: DraftRule[], { search, shown }: RuleFilter): FilteredRule[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.flatMap((rule) => {
    const ofRule = searchTextOf(rule);
    const parameters = rule.parameters.filter(
      (parameter) =>
        isParameterShown(parameter, shown) &&
        containsAll(`${ofRule} ${parameter.meaning} ${parameter.name}`, words),
    );
    const isMeant = containsAll(ofRule, words) && isRuleShown(rule, shown);
    return parameters.length > 0 || isMeant ? [{ rule, parameters }] : [];
  });
}

function isParameterShown(
  { isChanged, value, default: ownDefault }: DraftParameter,
  shown: RuleFilterChoice,
): boolean {
  if (shown === 'changed') return isChanged;
  return shown === '' || value !== ownDefault;
}

function isRuleShown({ isSwitchChanged, switchedOff }: DraftRule, shown: RuleFilterChoice): boolean {
  if (shown === 'changed') return isSwitchChanged;
  return shown === '' || switchedOff !== null;
}

function searchTextOf({ activityType, category }: DraftRule): string {
  const meaning = Object.entries(RULE_DESCRIPTIONS).find(([type]) => type === activityType)?.[1] ?? '';
  return `${activityLabel(activityType)} ${activityType} ${category} ${meaning}`;
}

function containsAll(text: string, words: string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

interface AddressedFilter extends RuleFilter {
  change: (part: Partial<RuleFilter>) => void;
}

/** Which rules and numbers are looked for lives in the address. What is typed or chosen here is no step to go back through. */
export function useRuleFilter(): AddressedFilter {
  const [params, setParams] = useSearchParams();
  const filter = { search: readText(params, 'rule'), shown: readChoice(params, 'numbers', RULE_FILTERS) };
  return {
    ...filter,
    change: (part) =>
      setParams(
        (current) => {
          const { search, shown } = Object.assign({}, filter, part);
          const changed = new URLSearchParams(current);
          changed.delete('rule');
          changed.delete('numbers');
          if (search !== '') changed.set('rule', search);
          if (shown !== '') changed.set('numbers', shown);
          return changed;
        },
        { replace: true },
      ),
  };
}
