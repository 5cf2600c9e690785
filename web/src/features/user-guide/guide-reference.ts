import { ACTIVITY_CATEGORIES, ACTIVITY_TYPES } from '@clearwatch/contracts/alerts';
import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { METRIC_DEFINITIONS } from '@clearwatch/domain/metric-definitions';
import { secCodeOf } from '@clearwatch/domain/nacha/ach-codes';
import { changeCodeOf, returnReasonOf } from '@clearwatch/domain/nacha/return-and-change-codes';
import { keyCapLabels } from '../../components/key-caps.tsx';
import { RULE_DESCRIPTIONS } from '../../lib/alert-labels.ts';
import { GLOBAL_SHORTCUTS, GO_TO_KEY, type KeyAction, SHORTCUT_LEGENDS } from '../../lib/keyboard-shortcuts.ts';
import { type GuideBlock, guidePart } from './guide-section.ts';

function shortcutTable({ title, actions }: { title: string; actions: readonly KeyAction[] }): GuideBlock {
  return {
    kind: 'table',
    caption: title,
    columns: ['Key', 'Action'],
    rows: actions.map(({ keys, meaning }) => [keys.map((key) => keyCapLabels(key).join('+')).join(', '), meaning]),
  };
}

function codeTable(caption: string, letter: 'R' | 'C', titleOf: (code: string) => string | undefined): GuideBlock {
  const codes = Array.from({ length: 99 }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`);
  const rows = codes.map((code) => [code, titleOf(code) ?? '']).filter(([, title]) => title !== '');
  return { kind: 'table', caption, columns: ['Code', 'Meaning'], rows };
}

export const AUDIENCES = guidePart('By role', {
  admins: `
    # For admins

    - Have at least two admins: admins cannot unlock themselves or reset their own two-factor authentication. If no admin can sign in, your operator can restore access with a command.
    - Before you reset a user’s two-factor authentication, verify their identity another way.
    - Run a backtest before you save a detection policy. Read which alerts the change would remove and how they were reviewed ({{settings}}).
    - If a rule is mostly wrong about one account, suppress it for that account until a date instead of weakening the rule for all members.
    - Undo an import if the wrong file was imported. Its receipt shows what is removed and what stays.
    - Verify the audit log once a month and store the check value outside Clearwatch. Your operator can compare it later ({{audit-log}}).
  `,
  examiners: `
    # For examiners

    Common questions and where to find the answers.

    Why was this alert raised? :: See its evidence: the figures with their thresholds, the entries with their lines in the file, the member’s usual activity, the rule and its version, and the regulation. The evidence does not change after the alert is raised ({{alert}}).
    Does the data still support it? :: **Recompute** in the alert runs the same rule on the current entries and shows every difference.
    Who decided, when and why? :: See the history of the alert. Decisions stay in it when the alert is reopened, with the reason.
    Could someone have changed the record? :: Alerts and decisions form a chain that shows any change. The audit log is a separate chain. Admins verify it on its screen, operators with a command.
    Were reports due within ${SAR_DAYS} days? :: Filter Fraud Detection by outcome and choose **SAR due first** as the order. The reports are filed outside Clearwatch.
    Which thresholds applied last March? :: Settings, **Versions**, lists every version of the detection policy with who, when and why.
    Which rules are suppressed, and for whom? :: Settings, **Suppressions**, lists them with the last day and the reason.
    How often are the rules wrong? :: See the table below the list on Fraud Detection, by rule and policy version.
    Is the whole file in the ledger? :: The receipt accounts for every entry as stored, duplicate or rejected. It also compares a NACHA file with its own control totals ({{receipt}}).
    Who viewed this member? :: Filter the audit log by the member ({{audit-log}}).
  `,
});

export const REFERENCE = guidePart('Reference', {
  keyboard: [
    `
    # Keyboard

    You can use Clearwatch without a mouse. Tab moves between controls, starting with “Skip to content”. **${GLOBAL_SHORTCUTS.overview.keys[0]}** shows all shortcuts, including the letters that open each screen after **${GO_TO_KEY}**.
  `,
    ...SHORTCUT_LEGENDS.map(shortcutTable),
    `
    Single-key shortcuts do nothing while you type in a field. If you use speech input, turn them off next to the list of alerts or in an open alert.
  `,
  ],
  rules: [
    `
    # Rules

    The detection policy sets the parameters of each rule. Your institution can change them ({{settings}}).
  `,
    {
      kind: 'table',
      caption: `The ${ACTIVITY_TYPES.length} rules`,
      columns: ['Category', 'Rule', 'Looks for'],
      rows: ACTIVITY_TYPES.map((type) => [ACTIVITY_CATEGORIES[type], activityLabel(type), RULE_DESCRIPTIONS[type]]),
    },
  ],
  figures: [
    `
    # Figures

    These are the explanations behind the icon next to each figure, including every number in the calculation.
  `,
    {
      kind: 'table',
      caption: 'Figures',
      columns: ['Figure', 'Meaning', 'Calculation'],
      rows: Object.values(METRIC_DEFINITIONS).map(({ label, meaning, formula }) => [label, meaning, formula]),
    },
  ],
  codes: [
    '# Nacha codes',
    {
      kind: 'table',
      caption: 'SEC codes',
      columns: ['Code', 'Used for'],
      rows: DEFAULT_SEC_CODES.map((code) => [code, secCodeOf(code)?.title ?? '']),
    },
    codeTable('Return reason codes', 'R', (code) => returnReasonOf(code)?.title),
    codeTable('NOC change codes', 'C', (code) => changeCodeOf(code)?.title),
  ],
  words: `
    # Glossary

    ACH :: Automated Clearing House, the network that carries payroll, bill payments and transfers between financial institutions in files.
    Addenda :: A record that adds details to an entry, such as an invoice number or a return reason.
    Alert :: A notice that a rule found unusual activity by a member. It waits for a decision.
    As of :: The latest date in the ledger that is not in the future. Every period ends on it.
    Audit log :: The record of who did what, when and from where. A chain of hashes makes changes evident.
    Backtest :: A run of the rules on your own data with a changed detection policy. It shows which alerts the change adds and removes, and saves nothing.
    Company :: The organization that pays members or collects from them, as named in the entries. Nacha calls it the originator.
    Control totals :: The counts and sums that a NACHA file states about itself. The receipt compares them with the entries.
    Decision :: The outcome and note that close an alert: false positive, explained, suspicious or escalated. You can reopen the alert with a reason.
    Detection policy :: The set of parameters that all rules use. Every change is saved as a new version with a reason.
    Duplicate :: A row that matches a stored entry in every field that is compared. It is listed in the receipt and not stored again.
    Entry :: One credit, debit, return, prenote or notice for one account: one line of an imported file.
    Evidence :: Everything that supports an alert: entries, figures, thresholds, usual activity, rule and regulation. It does not change after the alert is raised.
    False positive :: An alert about activity that was not suspicious. The false-positive rate of a rule counts false positives and explained alerts.
    Import :: One uploaded file and the entries stored from it.
    Kiting :: Moving money back and forth between accounts to use funds that have not settled.
    Ledger :: All stored entries of the institution, from all imports.
    Legal hold :: An instruction to keep the data of one account, or all data, beyond the retention period until an admin releases it.
    Member :: One account and the name on it. Accounts with the same name are related but never merged.
    Money mule :: A member whose account passes on money for other people, often for criminals.
    Nacha :: The organization that sets the rules of the ACH network, including its file format and codes.
    NOC :: Notification of change, an entry without money. The receiving institution tells the sender which account data to correct.
    ODFI :: Originating depository financial institution: the company’s financial institution, which sends the entries.
    Parameter :: A number in the detection policy that a rule uses, such as an amount, a count or a number of days.
    Prenote :: A zero-dollar entry that tests whether the account data is correct.
    RDFI :: Receiving depository financial institution: the member’s financial institution, which receives the entries.
    Receipt :: The account of an import. It shows which entries were stored, duplicates or rejected, and whether the control totals agree.
    Rejected row :: A row that was not stored because a field is missing or invalid. The receipt shows its line, field and reason.
    Retention :: How long Clearwatch keeps each kind of record. Older records are purged unless a legal hold covers them.
    Return :: An entry that the receiving institution sends back, with a reason code ({{codes}}).
    Return rate :: Returned debits of a company as a percentage of its debits. Nacha sets limits for it.
    Rule :: A test for one kind of unusual activity. It raises an alert when activity meets its parameters ({{rules}}).
    SAR :: Suspicious activity report, which the institution files with FinCEN. Clearwatch tracks the date but files nothing.
    SAR due :: The date ${SAR_DAYS} days after an alert reviewed as suspicious or escalated. Under 12 CFR 748.1 the ${SAR_DAYS} days start when staff detect the facts; the date of the alert is the safe default.
    SEC code :: Standard Entry Class code: three letters that show how an entry was authorized, such as PPD or WEB ({{codes}}).
    Structuring :: Splitting an amount to stay below a reporting threshold. ACH is not currency, so Clearwatch flags activity that resembles it.
    Suppression :: An instruction by an admin that a rule raises no alerts for one account until a date.
    Trace number :: The number that identifies an entry in the ACH network. Some screens call it the check tracer number.
    Transaction :: An entry as the ledger stores and shows it. Totals count only transactions that moved money.
    Undo :: Reverses an import, or a review that you just made. The receipt or the history keeps a record of both.
  `,
});
