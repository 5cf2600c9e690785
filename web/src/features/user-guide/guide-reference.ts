import { ACTIVITY_CATEGORIES, ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { METRIC_DEFINITIONS } from '@clearwatch/domain/metric-definitions';
import { secCodeOf } from '@clearwatch/domain/nacha/ach-codes';
import { changeCodeOf, returnReasonOf } from '@clearwatch/domain/nacha/return-and-change-codes';
import { keyCapLabels } from '../../components/key-caps.tsx';
import { RULE_DESCRIPTIONS } from '../../lib/alert-labels.ts';
import {
  GLOBAL_SHORTCUTS,
  GO_TO_KEY,
  type KeyAction,
  SHORTCUT_LEGENDS,
} from '../../lib/keyboard-shortcuts.ts';
import { type GuideBlock, guidePart } from './guide-section.ts';

function shortcutTable({ title, actions }: { title: string; actions: readonly KeyAction[] }): GuideBlock {
  return {
    kind: 'table',
    caption: title,
    columns: ['Key', 'What it does'],
    rows: actions.map(({ keys, meaning }) => [
      keys.map((key) => keyCapLabels(key).join('+')).join(', '),
      meaning,
    ]),
  };
}

function codeTable(
  caption: string,
  letter: 'R' | 'C',
  titleOf: (code: string) => string | undefined,
): GuideBlock {
  const codes = Array.from({ length: 99 }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
  const rows = codes.map((code) => [code, titleOf(code) ?? '']).filter(([, title]) => title !== '');
  return { kind: 'table', caption, columns: ['Code', 'What it says'], rows };
}

export const AUDIENCES = guidePart('For whom', {
  admins: `
    # For admins

    - Have at least two admins: admins cannot unlock themselves or reset their own two-factor. If no admin can sign in, your operator has a command for it.
    - Before you reset somebody’s two-factor, verify their identity another way.
    - Try a policy out before you save it, and read which alerts would be lost and how they had been decided ({{settings}}).
    - A rule that is mostly wrong about one account: silence it there until a day, with a reason, instead of loosening it for everybody.
    - Undo an import when the wrong file came in. Look at the receipt first: it says what goes and what stays.
    - Verify the audit log once a month, and keep the head it names outside of Clearwatch: your operator can compare it later ({{audit-log}}).
  `,
  examiners: `
    # For examiners

    What can be asked, and where the answer is.

    Why was this alert raised? :: Its evidence: figures beside thresholds, entries with the line of the file, the member’s normal, the rule with its version, and the regulation. Frozen when it was raised ({{alert}}).
    Is that still what the data say? :: **Compute again** in the alert runs the same rule on the entries that are there now, and names each difference.
    Who decided, when and why? :: The history of the alert. Decisions that were taken back stay in it, with the reason.
    Could somebody have changed that? :: Alerts and decisions form a chain that breaks visibly. The audit log is a chain of its own, which an admin verifies on its screen and an operator by a command.
    Were reports due within ${SAR_DAYS} days? :: Fraud Detection filters by outcome and shows those first that are due first. The filing itself happens elsewhere.
    By what numbers were members watched last March? :: Settings, **Versions**: every version of the policy with who, when and why.
    Which rules are silent about whom? :: Settings, **Suppressions**, with the last day and the reason.
    How often are the rules wrong? :: Below the list of Fraud Detection, by rule and by version of the policy.
    Is everything of the file in the ledger? :: The receipt: entries, duplicates and rejected rows add up, and a NACHA file is held against its own control totals ({{receipt}}).
    Who looked at this member? :: The audit log, filtered by that subject ({{audit-log}}).
  `,
});

export const REFERENCE = guidePart('Look it up', {
  keyboard: [
    `
    # Keyboard

    Everything can be done by keyboard: Tab goes from control to control, first of all to “Skip to content”. **${GLOBAL_SHORTCUTS.overview.keys[0]}** shows all keys, also the letters that lead to each screen after **${GO_TO_KEY}**.
  `,
    ...SHORTCUT_LEGENDS.map(shortcutTable),
    `
    Single keys mean nothing while you type. They can be turned off beside the list of alerts and in an opened one, for those who speak to their computer.
  `,
  ],
  rules: [
    `
    # What the rules look for

    Their limits stand in the detection policy, which your institution can change ({{settings}}).
  `,
    {
      kind: 'table',
      caption: `The ${ACTIVITY_TYPES.length} rules`,
      columns: ['Category', 'Rule', 'Sees'],
      rows: ACTIVITY_TYPES.map((type) => [
        ACTIVITY_CATEGORIES[type],
        activityLabel(type),
        RULE_DESCRIPTIONS[type],
      ]),
    },
  ],
  figures: [
    `
    # What each figure means

    The same words as behind the icon beside a figure, with every number that the computation uses.
  `,
    {
      kind: 'table',
      caption: 'Figures',
      columns: ['Figure', 'Meaning', 'Computed as'],
      rows: Object.values(METRIC_DEFINITIONS).map(({ label, meaning, formula }) => [label, meaning, formula]),
    },
  ],
  codes: [
    '# Codes of the Nacha rules',
    {
      kind: 'table',
      caption: 'Classes (SEC codes)',
      columns: ['Class', 'What for'],
      rows: DEFAULT_SEC_CODES.map((code) => [code, secCodeOf(code)?.title ?? '']),
    },
    codeTable('Return reason codes', 'R', (code) => returnReasonOf(code)?.title),
    codeTable('Change codes of an NOC', 'C', (code) => changeCodeOf(code)?.title),
  ],
  words: `
    # Words of the field

    ACH :: Automated Clearing House: the network through which pay, bills and transfers go in files.
    Addenda :: A record behind an entry with what belongs to it: an invoice, a return reason, a correction.
    AML :: Anti-money-laundering: finding and reporting attempts to hide where money comes from.
    Baseline :: The member’s own past with which an entry is compared.
    Batch :: Entries of one company, class and day in a NACHA file, with a control record at their end.
    BEC :: Business email compromise: somebody is talked into paying the wrong account.
    BSA :: Bank Secrecy Act: the law behind currency and suspicious activity reports.
    Control record :: What a NACHA file itself says about its counts and sums; the receipt compares.
    CTR :: Currency transaction report: due for more than $10,000 in cash a day. ACH is not cash; structuring is watched all the same.
    Duplicate :: A row that equals one already stored in all its business fields.
    Entry :: One credit or debit of one account.
    False positive :: An alert that led to nothing.
    FinCEN :: The office of the US Treasury that receives suspicious activity reports.
    IAT :: The class of international entries.
    Kiting :: Living on money that is always on its way between accounts.
    Money mule :: Somebody through whose account others’ money is passed on.
    Nacha :: Who writes the rules of the ACH network.
    NCUA :: National Credit Union Administration: the regulator.
    NOC :: Notification of change: the receiving institution says which account data to correct. No money.
    ODFI :: Originating depository financial institution: the bank of the company that pays or collects.
    OFAC :: The office that keeps the lists of sanctions.
    Originator :: The company or person whose entry it is.
    Posting date :: The day on which the entry is in the account.
    Prenote :: An entry of zero dollars that tries out whether account data are right.
    RDFI :: Receiving depository financial institution: the member’s credit union.
    Regulation E :: Protects consumers in electronic transfers; unauthorized debits can be reported for 60 days.
    Return :: An entry sent back, with a reason code; {{codes}} has all.
    Return rate :: Returned debits of a company per hundred debits; Nacha sets limits. A return is of a debit by its transaction code, whatever its file calls it.
    SAR :: Suspicious activity report to FinCEN, due 30 days after staff detects facts that may call for one (12 CFR 748.1). Clearwatch counts from the alert, the safe default.
    SEC code :: Standard Entry Class: three letters that say how an entry was authorized, like PPD or WEB.
    Settlement date :: The day on which the institutions settle with each other.
    Structuring :: Keeping amounts below a reporting line on purpose.
    TOTP :: The 6-digit code of an authenticator app, new every 30 seconds.
    Trace number :: The number of an entry in the network; reports also call it check tracer number.
  `,
});
