import { ACTIVITY_CATEGORIES, ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { METRIC_DEFINITIONS } from '@clearwatch/domain/metric-definitions';
import { secCodeOf } from '@clearwatch/domain/nacha/ach-codes';
import { changeCodeOf, returnReasonOf } from '@clearwatch/domain/nacha/return-and-change-codes';
import { RULE_MEANINGS } from '../../../risk/rule-meanings.ts';
import type { GuideSection } from '../model/guide-section.ts';

export const RULES: GuideSection = {
  topic: 'rules',
  part: 'Look it up',
  title: 'What the rules look for',
  blocks: [
    {
      kind: 'text',
      text: 'Their limits stand in the detection policy, which your institution can change ({{settings}}).',
    },
    {
      kind: 'table',
      caption: `The ${ACTIVITY_TYPES.length} rules`,
      columns: ['Category', 'Rule', 'Sees'],
      rows: ACTIVITY_TYPES.map((type) => [
        ACTIVITY_CATEGORIES[type],
        activityLabel(type),
        RULE_MEANINGS[type],
      ]),
    },
  ],
};

export const FIGURES: GuideSection = {
  topic: 'figures',
  part: 'Look it up',
  title: 'What each figure means',
  blocks: [
    {
      kind: 'text',
      text: 'The same words as behind the icon beside a figure, with every number that the computation uses.',
    },
    {
      kind: 'table',
      caption: 'Figures',
      columns: ['Figure', 'Meaning', 'Computed as'],
      rows: Object.values(METRIC_DEFINITIONS).map(({ label, meaning, formula }) => [label, meaning, formula]),
    },
  ],
};

/** R01 to R99, C01 to C99: those that exist. */
function codesOf(letter: string, titleOf: (code: string) => string | undefined): string[][] {
  return Array.from({ length: 99 }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`).flatMap(
    (code) => {
      const title = titleOf(code);
      return title === undefined ? [] : [[code, title]];
    },
  );
}

export const CODES: GuideSection = {
  topic: 'codes',
  part: 'Look it up',
  title: 'Codes of the Nacha rules',
  blocks: [
    {
      kind: 'table',
      caption: 'Classes (SEC codes)',
      columns: ['Class', 'What for'],
      rows: DEFAULT_SEC_CODES.map((code) => [code, secCodeOf(code)?.title ?? '']),
    },
    {
      kind: 'table',
      caption: 'Return reason codes',
      columns: ['Code', 'What it says'],
      rows: codesOf('R', (code) => returnReasonOf(code)?.title),
    },
    {
      kind: 'table',
      caption: 'Change codes of an NOC',
      columns: ['Code', 'What it says'],
      rows: codesOf('C', (code) => changeCodeOf(code)?.title),
    },
  ],
};
