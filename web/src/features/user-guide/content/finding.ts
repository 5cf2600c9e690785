import { capsOf } from '../../../keyboard/key-caps.tsx';
import { EVERYWHERE } from '../../../keyboard/key-registry.ts';
import type { GuideSection } from '../model/guide-section.ts';

export const FIND: GuideSection = {
  topic: 'find',
  part: 'How it works',
  title: 'Finding and going',
  blocks: [
    {
      kind: 'text',
      text: `**Search** in the header, or ${capsOf(EVERYWHERE.search.keys[0]).join('+')} from anywhere: type a few letters and press Enter.`,
    },
    {
      kind: 'list',
      items: [
        'It finds screens and what can be done at once; members by name or account, companies, transactions by trace number, alerts, imports, saved views and filters, and reports.',
        'While nothing is typed it offers where you were last.',
        'Every place has an address: a filtered list, an open alert, a section of this guide. Send it to a colleague, and he sees the same.',
        'The browser’s way back closes what was opened, step by step.',
      ],
    },
  ],
};

export const VIEWS: GuideSection = {
  topic: 'views',
  part: 'How it works',
  title: 'Views of a list',
  blocks: [
    {
      kind: 'list',
      items: [
        '**Views** above a list keeps its search, filters, order and hidden columns under a name, for you or for all colleagues.',
        '**Manage views** renames, shares and deletes yours, and makes one the default: the list then opens with it.',
        '**Columns** hides what you do not need, in this browser; a view remembers it.',
        'A long list is drawn as far as it is in sight; on paper it is there in full.',
      ],
    },
  ],
};
