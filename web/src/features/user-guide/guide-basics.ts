import { LOCKOUT_MINUTES, MAX_FAILED_LOGINS, PASSWORD_MIN_LENGTH, TOTP_DIGITS } from '@clearwatch/contracts/users';
import { WARM_UP_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { BASELINE_DAYS } from '@clearwatch/domain/detection/entry-windows';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { keyCapLabels } from '../../components/key-caps.tsx';
import { GLOBAL_SHORTCUTS } from '../../lib/keyboard-shortcuts.ts';
import { guidePart, SERVICE_FACTS } from './guide-section.ts';

const { sessionDays, usualIdleMinutes, recoveryCodes } = SERVICE_FACTS;

export const EXPLANATIONS = guidePart('How it works', {
  'alert-story': `
    # From file to alert

    ![Clearwatch stores a file unchanged, checks it row by row and adds new entries to the ledger. Then it updates the figures and runs the rules for the affected members. Open screens update automatically.](import-journey)

    After every import, Clearwatch runs the rules for members whose entries changed. The detection policy ({{settings}}) sets each rule’s parameters, such as an amount or a number of days. A finding becomes an alert with its evidence: the entries, the figures with their thresholds, what is usual for the member, and what would have prevented the alert.

    - “Usual” is based on the member’s own history, usually the previous ${BASELINE_DAYS} days. Rules that need history raise no alerts for the first ${WARM_UP_DAYS} days of a ledger, because everything would look new.
    - The evidence does not change after the alert is raised, even if you import more data or change the policy. **Recompute** shows whether the rule would raise the same alert today.
    - Ongoing behavior extends the open alert instead of raising another one. After a review, the same behavior raises a new alert only when it has grown by half.
    - Undoing an import also removes open alerts that depend on its entries. Alerts that you already reviewed keep their numbers and state that the import was undone. They are no longer counted.

    ![A rule raises an alert, an analyst takes it and reviews it with an outcome and a note. An alert can be reopened with a reason. Its history keeps every decision.](alert-life)

    Alerts with the outcome suspicious or escalated show the date by which a suspicious activity report may be due. The regulation counts ${SAR_DAYS} days from the detection of the facts. Clearwatch counts them from the alert, the safe default. It reminds you but files nothing.
  `,
  counted: `
    # What is counted

    The ledger keeps every entry of a file. Totals, averages, charts and most rules count only entries that moved money.

    Table: Kinds of entries
    | Entry | Kept and shown | Included in totals |
    | Credit or debit with an amount | yes | yes |
    | Prenote: a zero-dollar test entry | yes | no |
    | Zero-dollar entry with remittance information | yes | no |
    | Automated accounting advice (ADV) | yes | no |
    | NOC: a notice to correct account data | yes | no |
    | Return: an entry sent back | yes, matched to the original entry | no |
    | Original entry that was returned | yes, with the return reason | yes, because the money moved and a separate entry returned it |
    | Duplicate of a stored entry | in the receipt, with the stored entry | no |
    | Rejected row | in the receipt, with line, field and reason | no |

    - Amounts are exact to the cent. Nothing is rounded until it is displayed.
    - An entry’s date is its posting date, or its settlement date, or its effective date. The latest date that is not in the future is the **As of** date, and every period ends on it.
    - Each account is one member. Clearwatch lists accounts that share a name as related accounts but never merges them, because they may belong to different people.
    - The icon next to a figure explains what the figure means and how it is calculated. {{figures}} lists all of them.
  `,
  find: `
    # Search and navigation

    Use **Search** in the header, or press ${keyCapLabels(GLOBAL_SHORTCUTS.search.keys[0]).join('+')} on any screen. Type a few letters and press Enter.

    - Search finds screens and actions; members by name or account; companies; transactions by trace number; alerts; imports; saved views and filters; and AI reports.
    - Before you type, it shows the places you visited recently.
    - Filtered lists, open alerts and sections of this guide have their own links. Copy the address from the browser to share one with a colleague.
    - The browser’s Back button closes what you opened, one step at a time.
  `,
  views: `
    # Saved views

    - **Views** above a list saves its search, filters, sort order and hidden columns under a name, for you or for all users.
    - **Manage views** renames, shares and deletes your views. It also sets the default view that the list opens with.
    - **Columns** hides columns in this browser. A view remembers its columns.
    - Long lists load rows as you scroll. A printed list contains all rows.
  `,
});

export const BEGINNING = guidePart('Get started', {
  'first-day': `
    # First day

    1. Sign in with the username and password you received, then choose your own password of at least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words work well. Common passwords are rejected.
    2. Connect an authenticator app: scan the QR code or type the key, then enter the code from the app. You cannot continue without it.
    3. Store the ${recoveryCodes} recovery codes somewhere other than your phone. Each code signs you in once without the app.
    4. Check the **As of** date on the dashboard. It is the latest date in the ledger, and every period ends on it, not on today’s date.
    5. If the ledger is empty, import a file ({{import}}). An admin can load generated sample data instead. It contains no real people and can be undone like any import.
    6. Open **Fraud Detection**, press **Take next** and read why the alert was raised ({{alert}}).

    ## Later sign-ins

    - Enter your password, then the ${TOTP_DIGITS}-digit code. Choose **Use a recovery code** if you do not have your phone.
    - After ${MAX_FAILED_LOGINS} wrong passwords or codes in a row, your account is locked for ${LOCKOUT_MINUTES} minutes. Further attempts do not extend the lock. An admin can unlock the account.
    - A session lasts up to ${sessionDays} days. It also ends after a period without activity, usually ${usualIdleMinutes} minutes. Clearwatch warns you first so that you can stay signed in. When you sign in again, you return to the same page.
    - The menu under your name shows your last sign-in and any failed attempts since. If the attempts were not yours, change your password and tell an admin.
  `,
  roles: `
    # Roles

    There are two roles, User and Admin. The badge in the menu under your name shows yours. The server checks every request.

    Table: What each role can do
    | Task | User | Admin |
    | See dashboard, members, companies, transactions and alerts | yes | yes |
    | Import files and documents, keep duplicates, correct rows | yes | yes |
    | Take, review and reopen alerts, export evidence | yes | yes |
    | Run the full analysis | yes | yes |
    | Run and export reports, save and share filters, generate AI reports | yes | yes |
    | Read the detection policy, its versions and suppressions | yes | yes |
    | Take over an alert from another user | no | yes |
    | Undo an import, load the sample data | no | yes |
    | Backtest and save a detection policy, suppress a rule for an account | no | yes |
    | Delete an AI report | no | yes |
    | Manage users, read and verify the audit log | no | yes |
  `,
  trouble: `
    # Troubleshooting

    Part of a screen could not be loaded :: Press **Try again** to reload that part. If the problem continues, give your operator the request ID below the message.
    Live updates are interrupted :: The browser lost its connection to the server. No data is lost. Clearwatch reconnects automatically and loads what you missed.
    Your session has ended :: You were inactive for too long, ${sessionDays} days have passed, or an admin changed your user account. Sign in again to return to the same page. An unsaved alert note is still there.
    The dashboard is empty although files were imported :: Check **Recent Imports** on Data Import. A file may need its columns mapped, or it may have failed; the list shows the reason.
    Figures look old :: Every period ends on the **As of** date. Import newer files.
    A member is missing :: Entries without a name are listed by account. Search for the account number.
    Another user reviewed the alert first :: The screen shows their decision and keeps your unsaved note.
    You want other colors :: The button next to **User Guide** switches between the light and dark themes. Until you use it, Clearwatch follows your system setting.
  `,
});
