import { effectiveParameters, parametersByName } from './effective-parameters.ts';
import type { DetectionContext, Detector, DetectorParameter, Finding } from './frame.ts';
import type { coolDays } from './parameter.ts';
import type { MemberHistory } from './preparation/account-history.ts';
import { type Statement, toFinding } from './to-finding.ts';

/** A rule without its function: what the policy, the user guide and the evidence say of it. */
interface RuleData extends Omit<Detector, 'detect' | 'parameters'> {
  parameters: readonly [...DetectorParameter[], ReturnType<typeof coolDays>];
}

/** The numbers of a rule by the names under which it declares them. USD are whole dollars. */
export type ParametersOf<Rule extends RuleData> = Readonly<
  Record<Rule['parameters'][number]['name'], number>
>;

/** All that a rule may know, and the one way to say what it has found. */
interface Work<Rule extends RuleData> {
  history: MemberHistory;
  context: DetectionContext;
  /** As the policy and its sensitivity have them. */
  parameters: ParametersOf<Rule>;
  finding: (statement: Statement) => Finding;
}

/** A detector: a rule's data and its one pure function, which is handed its numbers by name. */
export function defineDetector<const Rule extends RuleData>(
  rule: Rule,
  detect: (work: Work<Rule>) => Finding[],
): Rule & Detector {
  return {
    ...rule,
    detect(history, context) {
      const effective = effectiveParameters(rule, context.policy);
      const parameters: ParametersOf<Rule> & { coolDays: number } = parametersByName(effective);
      const { coolDays } = parameters;
      const finding = (statement: Statement): Finding =>
        toFinding({ rule, history, context, parameters: effective, coolDays, statement });
      return detect({ history, context, parameters, finding });
    },
  };
}
