import { EXAMPLE_QUESTIONS, REPORT_TYPE_LABELS, REPORT_TYPES } from '@clearwatch/contracts/ai-reports';
import { MAX_BULK_REVIEW_ALERTS } from '@clearwatch/contracts/alerts';
import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import { MAX_FAILED_LOGINS } from '@clearwatch/contracts/users';
import { RETURN_RATE_DAYS, RETURN_RATE_LIMITS } from '@clearwatch/domain/companies/company-return-rates';
import { MAX_EVIDENCE_ENTRIES } from '@clearwatch/domain/detection/finding-evidence';
import { USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import { OUTCOME_CONSEQUENCES, REVIEW_OUTCOME_LABELS } from '../../lib/alert-labels.ts';
import { guidePart, SERVICE_FACTS } from './guide-section.ts';

const OUTCOMES = Object.keys(REVIEW_OUTCOME_LABELS) as (keyof typeof REVIEW_OUTCOME_LABELS)[];

const { uploadGigabytes, documentMegabytes } = SERVICE_FACTS;
const { unauthorized, administrative, overall } = RETURN_RATE_LIMITS;

export const SCREEN_PAGES = guidePart('Screens', {
  settings: `
    # Settings

    The first section contains the detection policy: the parameters that the rules use. Every user can read it; only admins can change it. Five more sections have their own links. One **Save Settings** button saves the changes in all of them.

    - **Institution profile**: name, routing and charter number, address, contact and time zone. They appear on reports, evidence and printed pages, and the time zone applies to the times you see. Only admins can change the profile.
    - **Notifications**: choose what Clearwatch notifies you about. Notifications appear for five seconds while you are signed in and stay in the list behind the bell in the header.
    - **System status**: the state of each service, the dates the ledger covers, and any problems, with how to fix them. **Test connection** checks the database now. Admins also see the queues and the last backup (more than 48 hours without a backup is a problem). Under **Failed jobs**, Retry runs a failed job again and Discard removes it from the list. The audit log records both.
    - **Data retention**: how long each kind of record is kept, how many records there are, what the daily purge will remove next, and what it last removed. **Legal holds** protect the data of one account, or all data, from the purge. An admin places a hold with a reason, here or on the member’s page, and releases it with a reason. Every user can see the holds.
    - **Security**: how access control, two-factor authentication and the audit log work.

    ## Changing the detection policy

    1. Change the sensitivity, a threshold at the top, or a parameter of a single rule. Each parameter shows its meaning, range, default and source.
    2. Press **Run backtest**: the rules run on your own data with the new parameters. For each rule you see which alerts the change adds and removes, with examples, and which activity is just below the thresholds. Nothing is saved.
    3. **Save Settings** asks for a reason and saves a new version. Then run the full analysis, so that the new policy also applies to older entries.

    - **Versions** shows who changed what, when and why. You can start a new version from an old one.
    - **Suppressions** lists the rules that are suppressed for an account, until when and why. Admins can end a suppression early.
    - Disabling a rule requires a reason. The list shows each rule’s false-positive rate.
    - If another user saves first, you see both sets of changes and choose. Clearwatch asks before you leave with unsaved changes.
  `,
  users: `
    # User Management (admins)

    - **Add User** sets the first password. The user must change it at the first sign-in unless you clear that option, and sets up two-factor authentication then.
    - The table shows failed attempts as x / ${MAX_FAILED_LOGINS}, locked users, and users who must change their password. **Unlock** appears while a user is locked.
    - **Reset Password** does not change two-factor authentication. If a user lost their phone, use **Reset Two-Factor** after you verify that the request comes from that user.
    - Deactivating or deleting a user, changing the role, and resetting the password or two-factor authentication end all of that user’s sessions.
    - Admins cannot remove their own rights, and at least one active admin always remains.
    - Select a name to see the user’s sessions and recent activity.
  `,
  'audit-log': `
    # Audit Log (admins)

    The audit log records who did what, when and from where: sign-ins, user changes, imports, decisions, exports, and views of members, transactions and evidence. Events are kept as long as the records they describe. Times are UTC.

    - Filter by time, user, action and subject. A row opens the full event and links to all events about the same subject.
    - Each event is chained to the previous one. **Verify** checks the whole chain. It reports that the log is intact, or where the chain breaks and what to do.
    - **Export CSV** exports the filtered events.
  `,
  account: `
    # Account & Security

    - Open it from the menu under your name. It shows your last sign-in and any failed attempts since.
    - Changing your password ends your other sessions.
    - The list of sessions shows where you are signed in. You can end one session or all other sessions.
    - Lost or replaced your phone? Sign in with a recovery code, then ask an admin to reset your two-factor authentication. You connect the new phone at your next sign-in.
  `,
  fraud: `
    # Fraud Detection

    Lists all alerts: unreviewed first, then by risk, then newest first.

    - **Take next** assigns the next alert to you and opens it. Other users are not offered the same alert.
    - Select a counter or a category card to see its alerts. Select the category again to see all alerts.
    - Select up to ${MAX_BULK_REVIEW_ALERTS} alerts to give them the same outcome and note. Alerts that another user is working on are skipped and listed.
    - **View Transaction Details** shows the last ten transactions of the account under the alert.
    - **Show Details** explains what each category looks for and which guidance it follows ({{rules}}).
    - **Run Full Analysis** checks every member again, for example after a policy change. It continues if you leave the page and does not repeat existing alerts.
    - The table below the list shows how often each rule was wrong, by policy version.
  `,
  alert: [
    `
    # An alert and its evidence

    - The top shows what the rule found, the member, the amount and the date. Below it, each figure appears with its threshold and the member’s usual figure.
    - Up to ${MAX_EVIDENCE_ENTRIES} entries follow, each with its line in the source file. For NACHA files you also see the 94-character record, field by field.
    - The rest of the evidence shows the days around the activity, other alerts for the member, first-time companies, what would have prevented the alert, the rule with its parameters, and the regulation behind it.

    ## Reviewing an alert

    1. Press **Take** or start writing. The alert is assigned to you for ${SERVICE_FACTS.alertLockMinutes} minutes, and longer while you work on it. Other users see your name. An admin can take it over.
    2. Choose an outcome and explain it in a note. Your text survives a reload until you save it.
    3. Save. Press one key to open the next alert in the list ({{keyboard}}).
  `,
    {
      kind: 'terms',
      terms: OUTCOMES.map((outcome) => [REVIEW_OUTCOME_LABELS[outcome], OUTCOME_CONSEQUENCES[outcome]] as const),
    },
    `
    - Press **Undo** right after a review to reverse it. Later, reopen the alert with a reason. The history keeps every decision and is tamper-evident.
    - **Recompute** runs the rule on the current entries and shows what would differ.
    - The PDF contains the complete evidence for an examiner. The audit log records every copy.
    - Admins can suppress the rule for this account until a date, with a reason.
  `,
  ],
  transaction: `
    # A transaction

    A transaction opens on top of any screen and has its own link. It shows the entry, its member, its source file and line, and the complete entry as JSON.

    - For NACHA files you see the original records. Point at a character or use the arrow keys to see its field, columns and content.
    - A return or NOC links to the original entry. The original entry links to its returns and NOCs.
    - The audit log records every view but stores only the entry’s number.
  `,
  dashboard: `
    # Dashboard

    Shows recent activity, the largest credit recipients and the alerts waiting for review. It updates automatically after imports and reviews.

    - The cards compare the last 30 days with the 30 days before. Rising debits count as bad news; rising credits and members count as good news.
    - **Unusual Activity Alerts** counts unreviewed alerts and links to them.
    - **Transaction Trends** shows credits and debits per week for 30, 60 or 90 days or 12 months. **Table** shows the same figures to the cent. You can zoom in on long periods.
    - **Top 10 Credit Recipients** links to each member. **View All Depositors** lists all members, largest first.
    - **Unusual Activity Detection** lists the 20 alerts to review first. Select a row to open the evidence. **Review** marks an alert as reviewed without an outcome; to record an outcome and a note, use the evidence ({{alert}}).
  `,
  import: `
    # Data Import

    Imports NACHA files, CSV tables and JSON files, plain or compressed with gzip. You can upload several files at once, up to ${uploadGigabytes} GB each. Clearwatch detects the format from the content, not from the file name.

    1. Drop or choose the files and press **Upload**. **Cancel** removes a file that has not been sent.
    2. For a new table layout, map its columns. A preview shows the first rows as they will be imported. Clearwatch remembers the mapping for files with the same header.
    3. Watch the progress bar. A long import continues if you leave the page; find it in the list below.
    4. When the import is done, open its receipt ({{receipt}}).

    - Invalid rows are listed with line, field and reason. All other rows are stored. If a whole file is unreadable, nothing is stored and the error names the line.
    - Importing the same file again changes nothing, because duplicates are detected and skipped.
    - Credit and deposit count as credits; debit, withdrawal and payment count as debits. Any other type is rejected.
    - Amounts such as $1,234.56, (12.00) and -12.00 are accepted. Amounts with three decimals are rejected, not rounded.
    - Dates are read with the month first: 3/2/2026 is March 2. For tables, Clearwatch asks when the order is not certain.
    - Use **Try again** for an import that failed for a temporary reason.

    You can also generate an AI report from this page ({{ai-reports}}).
  `,
  receipt: `
    # The receipt for an import

    ![The entries in the file equal the stored entries plus duplicates and rejected rows, by count and by dollar amount. For NACHA files, the batch and file control records are checked as well.](receipt-balance)

    - The receipt shows who imported the file and when, and the SHA-256 digest of the file, so that you can compare it with another copy.
    - **Control totals** shows whether a NACHA file agrees with its own control records to the cent, batch by batch. Where it does not, you see the lines and both totals. Below that, the receipt shows what happened to the money: read = stored + duplicates + returns + moved no money + rejected.
    - **Rejected rows** can be downloaded. Rows of a table keep their original header, so that you can correct and upload them again.
    - **Duplicates** appear next to the stored entry they match. If a duplicate is a separate entry, press **Keep** to store it.
    - **Warnings** list unusual rows that were stored anyway.
    - **Undo** (admins) removes the entries, figures and open alerts that only this import added. Entries that another import also contains stay. The receipt stays too.
    - Entries older than the retention period are purged from the ledger. The receipt shows how many.
  `,
  documents: `
    # Documents

    Open **Documents** on Data Import to extract transactions from PDF, Word, text and scanned pages (JPEG, PNG, WebP, TIFF), up to ${MAX_DOCUMENTS_PER_UPLOAD} files at once and ${documentMegabytes} MB each. Documents are read on your institution’s own server unless the cloud service is set up. The list shows which one was used.

    - A document needs a table or labeled values: account, name, company or description, amount, and credit or debit.
    - If the columns are unclear, the document waits. Open it, compare the columns with the page, choose what each one is, and save. The next document with this layout is read without asking. **Saved layouts** lists your answers; you can rename or delete them.
    - Rows with no doubtful cells are imported immediately. Other rows wait for review.
    - Open the document to see its rows next to the page, with a reason for each doubtful cell. Correct and accept rows, or discard them, one or several at a time. The original text stays next to your correction.
    - A scanned row with an unknown account always waits for review.
    - Scan at 200 dots per inch or more, in black and white. Skewed pages are fine.
    - **Cancel** stops a job. **Try again** repeats a failed job. The list covers the last 24 hours.
  `,
  members: `
    # Customer Analysis

    Lists every account in the ledger with income, bills, risk and last activity for the year that ends on the **As of** date.

    - Search by part of a name, a company or an account number. Accents and capital letters do not matter.
    - **Filters** limits the list by risk, monthly income and last activity. Select a column header to sort; select it again to reverse the order.
    - The address contains the search, filters, order and page. Copy it to share the list.
    - The risk level comes from the member’s unreviewed alerts and falls when you review them. It is not a judgment of the member.
  `,
  member: `
    # A member

    - A chart and a table show twelve months of credits, debits and net flow.
    - **Related Accounts** lists accounts with the same name. They may belong to one person or to several.
    - Companies that pay the member or collect from the member are linked to their pages.
    - The last ${USUAL_COMPARED_DAYS} days are compared with the member’s usual month, and the year with all other members.
    - You also see the member’s alerts and their outcomes, the imports that contain the member, and the latest transactions with their source lines.

    The audit log records every view of a member.
  `,
  companies: `
    # Company Analysis

    Lists every company that pays or collects through members’ accounts, spelled as in the files, for the whole ledger. The list is sorted by partnership score.

    - Search covers every column. You can type an amount in any common format.
    - **Advanced Filters** limits members, credits, debits and total volume to values greater than or less than a number.
    - The partnership score shows how valuable the relationship is to members: reach, volume, regularity, years and quality, minus risk. {{figures}} shows the formula.
  `,
  company: `
    # A company

    - **Risk Assessment** lists the risk flags, most serious first. Without flags, the risk is low.
    - **Return Rates** compares returned debits in the last ${RETURN_RATE_DAYS} days with the Nacha limits: ${unauthorized.limitPercent}% unauthorized, ${administrative.limitPercent}% administrative, ${overall.limitPercent}% overall. A flag also requires at least ${unauthorized.leastReturns}, ${administrative.leastReturns} or ${overall.leastReturns} returns, respectively, because a rate based on a few returns means little.
    - Trends, volume, transaction types and members each have a tab. The address contains the open tab.
  `,
  reports: `
    # Transaction Reports

    1. Enter your filters. **Advanced Filters** contains codes, classes, descriptions, addenda, trace number and batch.
    2. Press **Apply Filters**, or press Enter in any field. Filters have no effect before that.
    3. The chips above the results show the active filters. Remove them one by one, or all with **Clear Filters**.
    4. **Export CSV** exports all matching transactions, not only the 100 shown. The export continues when you change screens.

    - Names, companies, codes and descriptions match by any part, regardless of case. Trace number and batch match the whole value.
    - The amount filter needs a valid amount. The date range needs both dates.
    - **Save filters** stores the filters under a name, for you or for all users. You can rename, share and delete your own.
    - The address contains the filters. Select a row to open the transaction ({{transaction}}).
    - CSV cells that a spreadsheet could run as a formula are neutralized.
  `,
  'ai-reports': [
    `
    # AI Reports

    Reports in text, tables and charts, based on figures that Clearwatch computes. The text comes from Clearwatch’s own templates or from the language model that your institution set up. Each report says which.

    - Point at an underlined figure, or move between figures with the arrow keys, to see its meaning and source.
    - A figure from the model that matches no computed fact is marked, and a note at the top says so. Check it before you use it.
    - The model receives facts without names or account numbers. Clearwatch adds those on your institution’s own server.
    - A report appears as it is written. You can leave the page or cancel. Download it as PDF or Markdown.
    - Reports are kept for ${SERVICE_FACTS.reportYears} years. Admins can delete one earlier.

    A Custom report answers your own questions about credits, debits, members, companies, returned debits and alerts. Each answer starts with a sentence and its figures, followed by a table and **Interpreted as**, which shows how Clearwatch understood the question.

    - Ask who, which, how much, how many, on average, when, what share, compared with what, or why something changed. Group by company, member, day, week, month, quarter or SEC code.
    - You can name dates (“last month”, “since June”, “between March and May”), members, companies, accounts, SEC codes or a limit (“over $500”). Put names in quotation marks or capitalize them.
    - Words that Clearwatch did not understand are quoted before the answer. If they make up most of the question, or if a name is not in the ledger, the report gives no answer.
    - Companies send credits and collect debits. “Companies that received credits” is read as the companies that sent them, and the answer says so.
  `,
    {
      kind: 'table',
      caption: 'Examples of questions for a custom report',
      columns: ['Questions'],
      rows: EXAMPLE_QUESTIONS.map((question) => [question]),
    },
    {
      kind: 'table',
      caption: 'Types of reports',
      columns: ['Report types'],
      rows: REPORT_TYPES.map((type) => [REPORT_TYPE_LABELS[type]]),
    },
  ],
});
