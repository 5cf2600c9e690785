import type { GuideSection } from '../model/guide-section.ts';

export const ROLES_SECTION: GuideSection = {
  topic: 'roles',
  part: 'Begin here',
  title: 'What each role may do',
  blocks: [
    {
      kind: 'text',
      text: 'There are two roles, User and Admin; the badge in the menu under your name says which is yours. The server checks every request, whatever the screen shows.',
    },
    {
      kind: 'table',
      caption: 'Roles',
      columns: ['What', 'User', 'Admin'],
      rows: [
        ['See dashboard, members, companies, transactions, alerts', 'yes', 'yes'],
        ['Import files and documents, keep duplicates, correct rows', 'yes', 'yes'],
        ['Work alerts: take, decide, reopen, export evidence', 'yes', 'yes'],
        ['Run the full analysis', 'yes', 'yes'],
        ['Run and export reports, save and share filters, have AI reports written', 'yes', 'yes'],
        ['Read the detection policy, its versions and suppressions', 'yes', 'yes'],
        ['Take over an alert that somebody else works on', 'no', 'yes'],
        ['Undo an import, load the sample', 'no', 'yes'],
        ['Try out and save a detection policy, silence a rule for an account', 'no', 'yes'],
        ['Delete an AI report', 'no', 'yes'],
        ['Manage users, read and verify the audit log', 'no', 'yes'],
      ],
    },
  ],
};
