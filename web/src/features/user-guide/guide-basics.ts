import {
  LOCKOUT_MINUTES,
  MAX_FAILED_LOGINS,
  PASSWORD_MIN_LENGTH,
  TOTP_DIGITS,
} from '@clearwatch/contracts/users';
import { WARM_UP_DAYS } from '@clearwatch/domain/companies/debit-spray';
import { BASELINE_DAYS } from '@clearwatch/domain/detection/entry-windows';
import { SAR_DAYS } from '@clearwatch/domain/detection/review-outcomes';
import { keyCapLabels } from '../../components/key-caps.tsx';
import { GLOBAL_SHORTCUTS } from '../../lib/keyboard-shortcuts.ts';
import { guidePart, SERVICE_FACTS } from './guide-section.ts';

const { sessionDays, usualIdleMinutes, recoveryCodes } = SERVICE_FACTS;

export const EXPLANATIONS = guidePart('How it works', {
  'alert-story': `
    # How an alert comes about

    ![A file is stored as it is, read and checked row by row, and brought into the ledger without repeats. The figures follow, then the rules look at the members concerned, and open screens show what is new.](import-journey)

    After every import the rules look at the members whose entries have changed. Each rule has a few numbers, which stand in the detection policy ({{settings}}): what must be reached within which days. What is found becomes an alert with its evidence: entries, figures beside their thresholds, what the member usually does, and what would have kept the rule silent.

    - “Usual” is the member’s own past, mostly the ${BASELINE_DAYS} days before. In the first ${WARM_UP_DAYS} days of a ledger rules that need a past keep silent: everything would be new.
    - The evidence is frozen with the alert. Data that comes later, another policy or a new version of the rule change nothing of it. **Compute again** shows whether the rule would say the same today.
    - One behaviour is one alert. If it goes on, the open alert grows. A behaviour that was reviewed comes up again when it has grown by half.
    - When an import is undone, open alerts that rested on its entries go with it; decided ones stay under their number, say so, and no longer count.

    ![An alert is raised, taken by one person, and decided with an outcome and a note. It can be reopened with a reason; all decisions stay in its history.](alert-life)

    Alerts decided as suspicious or escalated show the day by which a suspicious activity report may be due: ${SAR_DAYS} days from detection by the rule, counted here from the alert, which is the safe default. Clearwatch reminds you; it files nothing.
  `,
  counted: `
    # What is counted, and what is not

    The ledger keeps every entry of a file. Sums, averages, charts and most rules count money only: entries that moved some.

    Table: Kinds of entries
    | Entry | Kept and shown | Counted as money |
    | Credit or debit with an amount | yes | yes |
    | Prenote: a test entry of zero dollars | yes | no |
    | Zero-dollar entry with remittance information | yes | no |
    | Accounting advice (ADV): tells an institution what was booked | yes | no |
    | NOC: a notice that account data have changed | yes | no |
    | Return: an entry that is sent back | yes, matched to its original | no |
    | The original that came back | yes, marked with the reason | yes: that money moved, and came back by an entry of its own |
    | A repeat of an entry already stored | in the receipt, with its twin | no |
    | A rejected row | in the receipt, with line, field and reason | no |

    - Amounts are exact to the cent; nothing is rounded before it is shown.
    - The day of an entry is its posting date, else its settlement, else its effective date. The newest such day that is not in the future is the **As of** day, with which all periods end.
    - A member is an account. Accounts that bear the same name are shown beside each other, never put together: two people may bear it.
    - The icon beside a figure says what it means and how it is computed; {{figures}} has all of them.
  `,
  find: `
    # Finding and going

    **Search** in the header, or ${keyCapLabels(GLOBAL_SHORTCUTS.search.keys[0]).join('+')} from anywhere: type a few letters and press Enter.

    - It finds screens and what can be done at once; members by name or account, companies, transactions by trace number, alerts, imports, saved views and filters, and reports.
    - While nothing is typed it offers where you were last.
    - Every place has an address: a filtered list, an open alert, a section of this guide. Send it to a colleague, and he sees the same.
    - The browser’s way back closes what was opened, step by step.
  `,
  views: `
    # Views of a list

    - **Views** above a list keeps its search, filters, order and hidden columns under a name, for you or for all colleagues.
    - **Manage views** renames, shares and deletes yours, and makes one the default: the list then opens with it.
    - **Columns** hides what you do not need, in this browser; a view remembers it.
    - A long list is drawn as far as it is in sight; on paper it is there in full.
  `,
});

export const BEGINNING = guidePart('Begin here', {
  'first-day': `
    # First day

    1. Sign in with the name and the password you were given, and choose a password of your own: at least ${PASSWORD_MIN_LENGTH} characters; a few unrelated words work well. Common passwords are refused.
    2. Connect an authenticator app: scan the QR code or type the key beside it, then enter the code the app shows. Nothing else opens before that.
    3. Keep the ${recoveryCodes} recovery codes where the phone is not. Each signs you in once without it.
    4. Look at the line **As of** on the dashboard: it is the newest day in the ledger. All periods end with that day, not with today.
    5. Is the ledger empty? Import a file ({{import}}). An admin can load a generated sample instead; nobody in it is real, and it can be undone like any import.
    6. Open **Fraud Detection**, press **Take next**, and read why the alert was raised ({{alert}}).

    ## Signing in later

    - Password first, then the ${TOTP_DIGITS}-digit code. **Use a recovery code** when the phone is not at hand.
    - After ${MAX_FAILED_LOGINS} wrong passwords or codes in a row an account is locked for ${LOCKOUT_MINUTES} minutes. Trying on does not prolong it; an admin can lift it.
    - A session lasts ${sessionDays} days at most, and ends when it is left alone for as long as your institution has set, usually ${usualIdleMinutes} minutes. A warning lets you stay. After signing in again you are where you were.
    - The menu under your name tells your last sign-in. If there were failed attempts since, it says so: change your password and tell an admin if they were not yours.
  `,
  roles: `
    # What each role may do

    There are two roles, User and Admin; the badge in the menu under your name says which is yours. The server checks every request, whatever the screen shows.

    Table: Roles
    | What | User | Admin |
    | See dashboard, members, companies, transactions, alerts | yes | yes |
    | Import files and documents, keep duplicates, correct rows | yes | yes |
    | Work alerts: take, decide, reopen, export evidence | yes | yes |
    | Run the full analysis | yes | yes |
    | Run and export reports, save and share filters, have AI reports written | yes | yes |
    | Read the detection policy, its versions and suppressions | yes | yes |
    | Take over an alert that somebody else works on | no | yes |
    | Undo an import, load the sample | no | yes |
    | Try out and save a detection policy, silence a rule for an account | no | yes |
    | Delete an AI report | no | yes |
    | Manage users, read and verify the audit log | no | yes |
  `,
  trouble: `
    # When something does not work

    A part of a screen could not be loaded :: Press **Try again**; only that part is read once more. If it stays, tell your operator the request id below the message.
    Live updates are interrupted :: The connection to the server is gone. Nothing is lost; it heals by itself, and what was missed is read again.
    Your session has ended :: It was left alone too long, seven days are over, or an admin changed your account. After signing in you are back on the same page; what you wrote about an alert is still there.
    The dashboard is empty though there are files :: Look at **Recent Imports** on Data Import: a file may wait for its columns, or have failed, with the reason beside it.
    Figures look old :: All periods end with the **As of** day. Import newer files.
    A member I expect is missing :: Entries without a name are listed by account. Search for the account number.
    Somebody else was faster :: The screen shows his decision, and keeps the note that came too late.
    Another colour, please :: The button beside **User Guide** changes between the light and the dark theme. Until you press it, the theme follows your system.
  `,
});
