import { MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import type { GuideSection } from '../../model/guide-section.ts';

export const SETTINGS: GuideSection = {
  topic: 'settings',
  part: 'Screens',
  title: 'Settings',
  blocks: [
    {
      kind: 'text',
      text: 'The detection policy: by what numbers the institution is watched. Everybody reads it, admins change it. Beside it stand five more sections, each with an address of its own; one **Save Settings** saves what has changed in any of them.',
    },
    {
      kind: 'list',
      items: [
        '**Institution profile**: name, routing and charter number, address, contact and time zone. It stands above reports, evidence and printed pages, and times are shown in its time zone. Admins write it.',
        '**Notifications**: what you are told. It waits behind the bell in the header, also while you are away, and appears for five seconds when you are here.',
        '**System status**: what answers, how far the ledger reaches and what is wrong, with what helps. **Test connection** asks the database at this moment. Admins also see when the last backup was made (48 hours without one are called a trouble), the queues, and under **Failed work** each job that has used up its tries: Retry gives it all of them again, Discard takes it off the list. Both are in the audit log.',
        '**Data retention**: what is kept how long, what is there, what the next daily run removes and what the last one removed. **Legal holds** keep an account, or everything, from being removed: an admin places one with a reason, here or on the page of a member, and releases it with one. Everybody sees them.',
        '**Security**: how access, the second factor and the audit log work here.',
      ],
    },
    {
      kind: 'steps',
      items: [
        'Change the sensitivity, a number of the short form or of a single rule. Each number tells its meaning, range, default and source.',
        'Press **Try it out**: the rules run over the own history with the changed numbers. It shows, rule by rule, which alerts would be gained and lost, with examples, and what lies just below the line. Nothing is saved.',
        '**Save Settings** asks for a reason and makes a new version. Run the full analysis afterwards, so that old entries are judged by it as well.',
      ],
    },
    {
      kind: 'list',
      items: [
        '**Versions** tells who changed what, when and why; an old one can be taken as the starting point of a new one.',
        '**Suppressions** lists where a rule is silent about an account, until when and why; they can be lifted.',
        'A rule is switched off only with a reason. How often it was wrong stands beside it.',
        'If somebody else saves meanwhile, you see what both have changed and choose. Unsaved changes are asked about before you leave.',
      ],
    },
  ],
};

export const USERS: GuideSection = {
  topic: 'users',
  part: 'Screens',
  title: 'User Management (admins)',
  blocks: [
    {
      kind: 'list',
      items: [
        '**Add User** sets a first password, which has to be changed at the first sign-in unless you say otherwise. Two-factor is set up then as well.',
        `The table shows failed attempts as x / ${MAX_FAILED_LOGINS}, locks, and who must change the password. **Unlock** is there while a lock lasts.`,
        '**Reset Password** leaves the second factor as it is. **Reset Two-Factor** is an act of its own, for when the phone is gone: make sure that the request comes from that person.',
        'Deactivating, deleting, another role and resets act at the user’s next step: his sessions end.',
        'Nobody can take his own rights, and the last active admin stays.',
        'A name opens the details: where the user is signed in, and what was done by and to him.',
      ],
    },
  ],
};

export const AUDIT_LOG: GuideSection = {
  topic: 'audit-log',
  part: 'Screens',
  title: 'Audit Log (admins)',
  blocks: [
    {
      kind: 'text',
      text: `Who did what to what, when and from where: sign-ins, changes to users, imports, decisions, exports, and looks at members, transactions and evidence. Kept as long as the records it describes. Times are UTC.`,
    },
    {
      kind: 'list',
      items: [
        'Filter by time, user, action and subject; a row opens everything about the event, and leads to all others about the same thing.',
        'Every entry is chained to the one before. **Verify** walks through all of them and says that the log is intact, or where it breaks and what to do.',
        '**Export CSV** gives what the filters show.',
      ],
    },
  ],
};

export const ACCOUNT: GuideSection = {
  topic: 'account',
  part: 'Screens',
  title: 'Account & Security',
  blocks: [
    {
      kind: 'list',
      items: [
        'Reached from the menu under your name: your last sign-in and the failed attempts since.',
        'Changing the password ends your sessions everywhere else.',
        'The list of sessions says where you are signed in; end one, or all others at once.',
        'Phone lost or new? Sign in with a recovery code, then ask an admin to reset your two-factor; you connect the new phone at the next sign-in.',
      ],
    },
  ],
};
