import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import type { GuideSection } from '../model/guide-section.ts';

export const EXAMINERS: GuideSection = {
  topic: 'examiners',
  part: 'For whom',
  title: 'For examiners',
  blocks: [
    { kind: 'text', text: 'What can be asked, and where the answer is.' },
    {
      kind: 'terms',
      terms: [
        [
          'Why was this alert raised?',
          'Its evidence: figures beside thresholds, entries with the line of the file, the member’s normal, the rule with its version, and the regulation. Frozen when it was raised ({{alert}}).',
        ],
        [
          'Is that still what the data say?',
          '**Compute again** in the alert runs the same rule on the entries that are there now, and names each difference.',
        ],
        [
          'Who decided, when and why?',
          'The history of the alert. Decisions that were taken back stay in it, with the reason.',
        ],
        [
          'Could somebody have changed that?',
          'Alerts and decisions form a chain that breaks visibly. The audit log is a chain of its own, which an admin verifies on its screen and an operator by a command.',
        ],
        [
          `Were reports due within ${SAR_DAYS} days?`,
          'Fraud Detection filters by outcome and shows those first that are due first. The filing itself happens elsewhere.',
        ],
        [
          'By what numbers were members watched last March?',
          'Settings, **Versions**: every version of the policy with who, when and why.',
        ],
        [
          'Which rules are silent about whom?',
          'Settings, **Suppressions**, with the last day and the reason.',
        ],
        [
          'How often are the rules wrong?',
          'Below the list of Fraud Detection, by rule and by version of the policy.',
        ],
        [
          'Is everything of the file in the ledger?',
          'The receipt: entries, duplicates and rejected rows add up, and a NACHA file is held against its own control totals ({{receipt}}).',
        ],
        ['Who looked at this member?', 'The audit log, filtered by that subject ({{audit-log}}).'],
      ],
    },
  ],
};
