import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { RULE_MEANINGS } from '../../../risk/rule-meanings.ts';
import type { DraftParameter, DraftRule } from '../draft/draft-policy.ts';

export const SHOWN = ['changed', 'customized'] as const;
/** Empty: all · changed: not saved yet · customized: other than the default. */
export type Shown = '' | (typeof SHOWN)[number];

export interface RuleFilter {
  search: string;
  shown: Shown;
}

export interface FilteredRule {
  rule: DraftRule;
  parameters: DraftParameter[];
}

/** The rules and of each the numbers that are asked for. A rule that is itself meant is shown with all of them. */
export function filterRules(rules: DraftRule[], { search, shown }: RuleFilter): FilteredRule[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rules.flatMap((rule) => {
    const ofRule = wordsOf(rule);
    const parameters = rule.parameters.filter(
      (parameter) =>
        isShown(parameter, shown) && holdsAll(`${ofRule} ${parameter.meaning} ${parameter.name}`, words),
    );
    const isMeant = holdsAll(ofRule, words) && isRuleShown(rule, shown);
    return parameters.length > 0 || isMeant ? [{ rule, parameters }] : [];
  });
}

function isShown({ isChanged, value, default: ownDefault }: DraftParameter, shown: Shown): boolean {
  if (shown === 'changed') return isChanged;
  return shown === '' || value !== ownDefault;
}

function isRuleShown({ isSwitchChanged, switchedOff }: DraftRule, shown: Shown): boolean {
  if (shown === 'changed') return isSwitchChanged;
  return shown === '' || switchedOff !== null;
}

function wordsOf({ activityType, category }: DraftRule): string {
  const meaning = Object.entries(RULE_MEANINGS).find(([type]) => type === activityType)?.[1] ?? '';
  return `${activityLabel(activityType)} ${activityType} ${category} ${meaning}`;
}

function holdsAll(text: string, words: string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
