import { prose, sentences } from '../../prose.ts';
import type { ReportComposer } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import { flowActions } from '../../topics/flow-actions.ts';
import { flowsSentence } from '../../topics/flows-told.ts';
import { limitsSection } from '../../topics/limits.ts';
import { whatChangedSection } from '../../topics/what-changed.ts';
import { averageSentence, directionSection, runSentence } from './direction-section.ts';
import { outstandingSection } from './outstanding-section.ts';
import { trendActions } from './trend-actions.ts';
import type { TrendData } from './trend-data.ts';

/** Where money, members and alerts are going over a year, which months stand out, and why. */
export const trendAnalysis: ReportComposer<TrendData> = {
  type: 'trend_analysis',
  purpose:
    'Where credits, debits, members and alerts are going over the last year, which months stand out, and why.',
  compose(data, context) {
    return {
      headline: sentences(
        averageSentence(data, context),
        runSentence('debits', data, context) ?? runSentence('credits', data, context),
        flowsSentence(data.flows, context),
      ),
      sections: [
        ...directionSection(data, context),
        ...outstandingSection(data, context),
        ...whatChangedSection(
          data,
          [
            { direction: 'credits', kind: 'classes', most: 5 },
            { direction: 'debits', kind: 'classes', most: 5 },
            { direction: 'credits', kind: 'companies', most: 5 },
            { direction: 'debits', kind: 'companies', most: 5 },
          ],
          context,
        ),
        actionsSection([...trendActions(data, context), ...flowActions(data, context)]),
        limitsSection(
          data.flows,
          [
            prose`Months are compared where ledger and period cover them whole. A month stands out when it is far from the median of all, measured by the median distance.`,
            prose`Past months are no forecast: this report extends no line into the future.`,
          ],
          context,
        ),
      ],
    };
  },
};
