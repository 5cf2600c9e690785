import { MAX_BULK_REVIEW_ALERTS } from '@clearwatch/contracts/alerts';
import { MAX_EVIDENCE_ENTRIES } from '@clearwatch/domain/detection/finding-evidence';
import { OUTCOME_CONSEQUENCES, OUTCOME_WORDS } from '../../../../review/outcome-words.ts';
import type { GuideSection } from '../../model/guide-section.ts';
import { SERVICE_FACTS } from '../guide-facts.ts';

const OUTCOMES = Object.keys(OUTCOME_WORDS) as (keyof typeof OUTCOME_WORDS)[];

export const FRAUD: GuideSection = {
  topic: 'fraud',
  part: 'Screens',
  title: 'Fraud Detection',
  blocks: [
    {
      kind: 'text',
      text: 'All alerts, in the order in which they should be worked: unreviewed first, then by risk, then the newest.',
    },
    {
      kind: 'list',
      items: [
        '**Take next** gives you the alert to look at and keeps it from the others meanwhile. Nobody else is given the same one.',
        'Counters and category cards lead to their alerts; a second click on a category leads back to all.',
        `Select several to give them one outcome and one note, ${MAX_BULK_REVIEW_ALERTS} at most. What somebody else works on is left as it is, and said.`,
        '**View Transaction Details** shows the last ten transactions of the account in place.',
        '**Show Details** says what each category looks for and on whose word ({{rules}}).',
        '**Run Full Analysis** looks at every member again, as after a change of the policy. It goes on if you leave, and finds nothing twice.',
        'Below the list: how often each rule was wrong, by version of the policy.',
      ],
    },
  ],
};

export const ALERT: GuideSection = {
  topic: 'alert',
  part: 'Screens',
  title: 'An alert and its evidence',
  blocks: [
    {
      kind: 'list',
      items: [
        'On top what was seen, about whom, how much and when; then each figure beside its threshold and beside the member’s normal.',
        `The entries, ${MAX_EVIDENCE_ENTRIES} at most, with the line of the file they came from; of a NACHA file the 94 characters themselves, field by field.`,
        'The days around it, other alerts of the member, companies met for the first time, what would have kept the rule silent, the rule with its numbers, and the regulation it follows.',
      ],
    },
    { kind: 'heading', text: 'Deciding' },
    {
      kind: 'steps',
      items: [
        `Begin to write, or press **Take**: the alert is yours for ${SERVICE_FACTS.alertLockMinutes} minutes, and longer while you work on it. Others see who has it; an admin can take it over.`,
        'Choose what you found and say why. What you write survives a reload until it is saved.',
        'Save. The next alert of the list is one key away ({{keyboard}}).',
      ],
    },
    {
      kind: 'terms',
      terms: OUTCOMES.map((outcome) => [OUTCOME_WORDS[outcome], OUTCOME_CONSEQUENCES[outcome]] as const),
    },
    {
      kind: 'list',
      items: [
        'A decision can be taken back with a reason. Both stay in the history, which nobody can alter unseen.',
        '**Compute again** runs the rule once more on the entries that are there now, and shows what would differ.',
        'The PDF holds everything an examiner asks for. Each copy is written into the audit log.',
        'Admins can silence the rule for this account until a day, with a reason.',
      ],
    },
  ],
};

export const TRANSACTION: GuideSection = {
  topic: 'transaction',
  part: 'Screens',
  title: 'A transaction',
  blocks: [
    {
      kind: 'text',
      text: 'Opens above any screen and stands in the address. It shows the entry, its member, the file and line it came from, and all of it as JSON.',
    },
    {
      kind: 'list',
      items: [
        'Of a NACHA file its records byte for byte: point at a column, or use the arrow keys, to see field, columns and content.',
        'A return or NOC leads to the entry it speaks of, and that one to all that came back about it.',
        'Every look is written into the audit log, by the number of the entry alone.',
      ],
    },
  ],
};
