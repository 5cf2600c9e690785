import type { Span } from '@clearwatch/contracts/reports/report-document';
import { prose, sentences } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { waitingAction } from '../../topics/alert-actions.ts';
import { risksSection } from '../../topics/alerts-told.ts';
import { flowActions } from '../../topics/flow-actions.ts';
import { flowsSentence } from '../../topics/flows-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { returnsAction } from '../../topics/returns-told.ts';
import { whatChangedSection } from '../../topics/what-changed.ts';
import { ruleActions } from '../fraud-detection/rule-actions.ts';
import { caseworkFinding } from './casework-finding.ts';
import { type Finding, findingSection } from './finding.ts';
import { membersFinding } from './members-finding.ts';
import { partnersFinding } from './partners-finding.ts';
import { payersFinding } from './payers-finding.ts';
import type { StrategicData } from './strategic-data.ts';

/** What to decide: each recommendation with the figures behind it and the figure that shows whether it worked. */
export const strategicRecommendations: ReportComposer<StrategicData> = {
  type: 'strategic_recommendations',
  purpose:
    'What to decide: recommendations with the figures behind each, and the figure that shows whether it worked.',
  compose(data, context) {
    const casework = caseworkFinding(data, context);
    const findings = [
      casework,
      payersFinding(data, context),
      membersFinding(data, context),
      partnersFinding(data, context),
    ].filter((finding) => finding !== null);
    const actions = [
      ...findings.map(({ action }) => action),
      casework === null ? waitingAction(data.casework, context) : null,
      returnsAction(data.returns, context),
      ...flowActions(data, context),
      ...ruleActions(data.alerts, context),
    ].filter((action) => action !== null);
    return {
      headline: headline(data, { findings, actions }, context),
      sections: [
        ...findings.map(findingSection),
        ...whatChangedSection(data, [{ direction: 'credits', kind: 'companies', most: 5 }], context),
        ...risksSection(data.alerts, { most: 3 }, context),
        actionsSection(actions),
        limitsSection(
          data.flows,
          [
            prose`Recommendations follow from thresholds that are the same for every institution. What they cost, and what else is at stake, is not in the ledger.`,
          ],
          context,
        ),
      ],
    };
  },
};

function headline(
  data: StrategicData,
  { findings, actions }: { findings: readonly Finding[]; actions: readonly Span[][] },
  context: ReportContext,
): Span[] {
  const [first] = findings;
  const flows = flowsSentence(data.flows, context);
  if (first === undefined)
    return sentences(
      flows,
      actions.length === 0
        ? prose`The figures call for no decision.`
        : prose`The figures call for no decision of management, but for the work that the recommended actions name.`,
    );
  const note = { label: 'Decisions that the figures call for', source: 'Sections of this report' };
  const count = context.sheet.count(note, findings.length);
  const opening =
    findings.length === 1
      ? prose`The figures call for a single decision: ${first.lead}`
      : prose`The figures call for ${count} decisions, this first: ${first.lead}`;
  return sentences(opening, flows);
}
