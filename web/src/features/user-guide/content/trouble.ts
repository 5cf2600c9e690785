import type { GuideSection } from '../model/guide-section.ts';

export const TROUBLE: GuideSection = {
  topic: 'trouble',
  part: 'Begin here',
  title: 'When something does not work',
  blocks: [
    {
      kind: 'terms',
      terms: [
        [
          'A part of a screen could not be loaded',
          'Press **Try again**; only that part is read once more. If it stays, tell your operator the request id below the message.',
        ],
        [
          'Live updates are interrupted',
          'The connection to the server is gone. Nothing is lost; it heals by itself, and what was missed is read again.',
        ],
        [
          'Your session has ended',
          'It was left alone too long, seven days are over, or an admin changed your account. After signing in you are back on the same page; what you wrote about an alert is still there.',
        ],
        [
          'The dashboard is empty though there are files',
          'Look at **Recent Imports** on Data Import: a file may wait for its columns, or have failed, with the reason beside it.',
        ],
        ['Figures look old', 'All periods end with the **As of** day. Import newer files.'],
        [
          'A member I expect is missing',
          'Entries without a name are listed by account. Search for the account number.',
        ],
        ['Somebody else was faster', 'The screen shows his decision, and keeps the note that came too late.'],
        [
          'Another colour, please',
          'The button beside **User Guide** changes between the light and the dark theme. Until you press it, the theme follows your system.',
        ],
      ],
    },
  ],
};
