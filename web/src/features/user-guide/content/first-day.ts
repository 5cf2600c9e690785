import {
  LOCKOUT_MINUTES,
  MAX_FAILED_LOGINS,
  PASSWORD_MIN_LENGTH,
  TOTP_DIGITS,
} from '@clearwatch/contracts/users';
import type { GuideSection } from '../model/guide-section.ts';
import { SERVICE_FACTS } from './guide-facts.ts';

const { sessionDays, usualIdleMinutes, recoveryCodes } = SERVICE_FACTS;

export const FIRST_DAY: GuideSection = {
  topic: 'first-day',
  part: 'Begin here',
  title: 'First day',
  blocks: [
    {
      kind: 'steps',
      items: [
        `Sign in with the name and the password you were given, and choose a password of your own: at least ${PASSWORD_MIN_LENGTH} characters; a few unrelated words work well. Common passwords are refused.`,
        'Connect an authenticator app: scan the QR code or type the key beside it, then enter the code the app shows. Nothing else opens before that.',
        `Keep the ${recoveryCodes} recovery codes where the phone is not. Each signs you in once without it.`,
        'Look at the line **As of** on the dashboard: it is the newest day in the ledger. All periods end with that day, not with today.',
        'Is the ledger empty? Import a file ({{import}}). An admin can load a generated sample instead; nobody in it is real, and it can be undone like any import.',
        'Open **Fraud Detection**, press **Take next**, and read why the alert was raised ({{alert}}).',
      ],
    },
    { kind: 'heading', text: 'Signing in later' },
    {
      kind: 'list',
      items: [
        `Password first, then the ${TOTP_DIGITS}-digit code. **Use a recovery code** when the phone is not at hand.`,
        `After ${MAX_FAILED_LOGINS} wrong passwords or codes in a row an account is locked for ${LOCKOUT_MINUTES} minutes. Trying on does not prolong it; an admin can lift it.`,
        `A session lasts ${sessionDays} days at most, and ends when it is left alone for as long as your institution has set, usually ${usualIdleMinutes} minutes. A warning lets you stay. After signing in again you are where you were.`,
        'The menu under your name tells your last sign-in. If there were failed attempts since, it says so: change your password and tell an admin if they were not yours.',
      ],
    },
  ],
};
