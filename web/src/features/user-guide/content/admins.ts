import type { GuideSection } from '../model/guide-section.ts';

export const ADMINS: GuideSection = {
  topic: 'admins',
  part: 'For whom',
  title: 'For admins',
  blocks: [
    {
      kind: 'list',
      items: [
        'Have at least two admins: nobody can lift his own lock or reset his own second factor. If none gets in any more, your operator has a command for it.',
        'Before you reset somebody’s two-factor, make sure by another way that he is asking.',
        'Try a policy out before you save it, and read which alerts would be lost and how they had been decided ({{settings}}).',
        'A rule that is mostly wrong about one account: silence it there until a day, with a reason, instead of loosening it for everybody.',
        'Undo an import when the wrong file came in. Look at the receipt first: it says what goes and what stays.',
        'Verify the audit log once a month, and keep the head it names outside of Clearwatch: your operator can compare it later ({{audit-log}}).',
      ],
    },
  ],
};
