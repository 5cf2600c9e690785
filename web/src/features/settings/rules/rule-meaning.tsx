import { RULE_MEANINGS } from '../../../risk/rule-meanings.ts';

/** What the rule sees. A rule that is younger than this screen has nothing but its name. */
export function RuleMeaning({ activityType }: { activityType: string }) {
  const [, meaning] = Object.entries(RULE_MEANINGS).find(([type]) => type === activityType) ?? [];
  return <span className="rule-meaning quiet">{meaning}</span>;
}
