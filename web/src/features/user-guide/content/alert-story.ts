import { BASELINE_DAYS } from '@clearwatch/domain/detection/baseline';
import { WARM_UP_DAYS } from '@clearwatch/domain/detection/detector';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import type { GuideSection } from '../model/guide-section.ts';

export const ALERT_STORY: GuideSection = {
  topic: 'alert-story',
  part: 'How it works',
  title: 'How an alert comes about',
  blocks: [
    {
      kind: 'diagram',
      diagram: 'import-journey',
      words:
        'A file is stored as it is, read and checked row by row, and brought into the ledger without repeats. The figures follow, then the rules look at the members concerned, and open screens show what is new.',
    },
    {
      kind: 'text',
      text: 'After every import the rules look at the members whose entries have changed. Each rule has a few numbers, which stand in the detection policy ({{settings}}): what must be reached within which days. What is found becomes an alert with its evidence: entries, figures beside their thresholds, what the member usually does, and what would have kept the rule silent.',
    },
    {
      kind: 'list',
      items: [
        `“Usual” is the member’s own past, mostly the ${BASELINE_DAYS} days before. In the first ${WARM_UP_DAYS} days of a ledger rules that need a past keep silent: everything would be new.`,
        'The evidence is frozen with the alert. Data that comes later, another policy or a new version of the rule change nothing of it. **Compute again** shows whether the rule would say the same today.',
        'One behaviour is one alert. If it goes on, the open alert grows. A behaviour that was reviewed comes up again when it has grown by half.',
        'When an import is undone, open alerts that rested on its entries go with it; decided ones stay under their number, say so, and no longer count.',
      ],
    },
    {
      kind: 'diagram',
      diagram: 'alert-life',
      words:
        'An alert is raised, taken by one person, and decided with an outcome and a note. It can be reopened with a reason; all decisions stay in its history.',
    },
    {
      kind: 'text',
      text: `Alerts decided as suspicious or escalated show the day by which a suspicious activity report may be due: ${SAR_DAYS} days from detection by the rule, counted here from the alert, which is the safe default. Clearwatch reminds you; it files nothing.`,
    },
  ],
};
