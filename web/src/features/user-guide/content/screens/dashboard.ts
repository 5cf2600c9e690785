import type { GuideSection } from '../../model/guide-section.ts';

export const DASHBOARD: GuideSection = {
  topic: 'dashboard',
  part: 'Screens',
  title: 'Dashboard',
  blocks: [
    {
      kind: 'text',
      text: 'What moved lately, who received most, and what waits for a look. It follows imports and reviews by itself.',
    },
    {
      kind: 'list',
      items: [
        'The cards compare the last 30 days with the 30 days before, by arrow and word. Rising debits are shown as bad news, rising credits and members as good.',
        '**Unusual Activity Alerts** counts the alerts nobody has reviewed, and leads to them.',
        '**Transaction Trends** draws credits and debits per week over 30, 60, 90 days or twelve months. **Table** shows the same figures to the cent; a long stretch can be zoomed.',
        '**Top 10 Credit Recipients** leads to the page of each member; **View All Depositors** to all of them, the largest first.',
        '**Unusual Activity Detection** lists twenty alerts, those to be worked first on top. A row opens its evidence; **Review** marks it as seen. What you found belongs into the evidence ({{alert}}).',
      ],
    },
  ],
};
