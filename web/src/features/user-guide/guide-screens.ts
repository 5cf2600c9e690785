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

    The detection policy: by what numbers the institution is watched. Everybody reads it, admins change it. Beside it stand five more sections, each with an address of its own; one **Save Settings** saves what has changed in any of them.

    - **Institution profile**: name, routing and charter number, address, contact and time zone. It stands above reports, evidence and printed pages, and times are shown in its time zone. Admins write it.
    - **Notifications**: what you are told. It waits behind the bell in the header, also while you are away, and appears for five seconds when you are here.
    - **System status**: what answers, how far the ledger reaches and what is wrong, with what helps. **Test connection** asks the database at this moment. Admins also see when the last backup was made (48 hours without one are called a trouble), the queues, and under **Failed work** each job that has used up its tries: Retry gives it all of them again, Discard takes it off the list. Both are in the audit log.
    - **Data retention**: what is kept how long, what is there, what the next daily run removes and what the last one removed. **Legal holds** keep an account, or everything, from being removed: an admin places one with a reason, here or on the page of a member, and releases it with one. Everybody sees them.
    - **Security**: how access, the second factor and the audit log work here.

    1. Change the sensitivity, a number of the short form or of a single rule. Each number tells its meaning, range, default and source.
    2. Press **Try it out**: the rules run over the own history with the changed numbers. It shows, rule by rule, which alerts would be gained and lost, with examples, and what lies just below the line. Nothing is saved.
    3. **Save Settings** asks for a reason and makes a new version. Run the full analysis afterwards, so that old entries are judged by it as well.

    - **Versions** tells who changed what, when and why; an old one can be taken as the starting point of a new one.
    - **Suppressions** lists where a rule is silent about an account, until when and why; they can be lifted.
    - A rule is switched off only with a reason. How often it was wrong stands beside it.
    - If somebody else saves meanwhile, you see what both have changed and choose. Unsaved changes are asked about before you leave.
  `,
  users: `
    # User Management (admins)

    - **Add User** sets a first password, which has to be changed at the first sign-in unless you say otherwise. Two-factor is set up then as well.
    - The table shows failed attempts as x / ${MAX_FAILED_LOGINS}, locks, and who must change the password. **Unlock** is there while a lock lasts.
    - **Reset Password** leaves the second factor as it is. **Reset Two-Factor** is an act of its own, for when the phone is gone: make sure that the request comes from that person.
    - Deactivating, deleting, another role and resets act at the user’s next step: his sessions end.
    - Users cannot remove their own rights, and one active admin always remains.
    - A name opens the details: where the user is signed in, and what was done by and to him.
  `,
  'audit-log': `
    # Audit Log (admins)

    Who did what to what, when and from where: sign-ins, changes to users, imports, decisions, exports, and looks at members, transactions and evidence. Kept as long as the records it describes. Times are UTC.

    - Filter by time, user, action and subject; a row opens everything about the event, and leads to all others about the same thing.
    - Every entry is chained to the one before. **Verify** walks through all of them and says that the log is intact, or where it breaks and what to do.
    - **Export CSV** gives what the filters show.
  `,
  account: `
    # Account & Security

    - Reached from the menu under your name: your last sign-in and the failed attempts since.
    - Changing the password ends your sessions everywhere else.
    - The list of sessions says where you are signed in; end one, or all others at once.
    - Phone lost or new? Sign in with a recovery code, then ask an admin to reset your two-factor; you connect the new phone at the next sign-in.
  `,
  fraud: `
    # Fraud Detection

    All alerts, in the order in which they should be worked: unreviewed first, then by risk, then the newest.

    - **Take next** gives you the alert to look at and keeps it from the others meanwhile. Nobody else is given the same one.
    - Counters and category cards lead to their alerts; a second click on a category leads back to all.
    - Select several to give them one outcome and one note, ${MAX_BULK_REVIEW_ALERTS} at most. What somebody else works on is left as it is, and said.
    - **View Transaction Details** shows the last ten transactions of the account in place.
    - **Show Details** says what each category looks for and on whose word ({{rules}}).
    - **Run Full Analysis** looks at every member again, as after a change of the policy. It goes on if you leave, and finds nothing twice.
    - Below the list: how often each rule was wrong, by version of the policy.
  `,
  alert: [
    `
    # An alert and its evidence

    - On top what was seen, about whom, how much and when; then each figure beside its threshold and beside the member’s normal.
    - The entries, ${MAX_EVIDENCE_ENTRIES} at most, with the line of the file they came from; of a NACHA file the 94 characters themselves, field by field.
    - The days around it, other alerts of the member, companies met for the first time, what would have kept the rule silent, the rule with its numbers, and the regulation it follows.

    ## Deciding

    1. Begin to write, or press **Take**: the alert is yours for ${SERVICE_FACTS.alertLockMinutes} minutes, and longer while you work on it. Others see who has it; an admin can take it over.
    2. Choose what you found and say why. What you write survives a reload until it is saved.
    3. Save. The next alert of the list is one key away ({{keyboard}}).
  `,
    {
      kind: 'terms',
      terms: OUTCOMES.map(
        (outcome) => [REVIEW_OUTCOME_LABELS[outcome], OUTCOME_CONSEQUENCES[outcome]] as const,
      ),
    },
    `
    - A decision can be taken back with a reason. Both stay in the history, which nobody can alter unseen.
    - **Compute again** runs the rule once more on the entries that are there now, and shows what would differ.
    - The PDF holds everything an examiner asks for. Each copy is written into the audit log.
    - Admins can silence the rule for this account until a day, with a reason.
  `,
  ],
  transaction: `
    # A transaction

    Opens above any screen and stands in the address. It shows the entry, its member, the file and line it came from, and all of it as JSON.

    - Of a NACHA file its records byte for byte: point at a column, or use the arrow keys, to see field, columns and content.
    - A return or NOC leads to the entry it speaks of, and that one to all that came back about it.
    - Every look is written into the audit log, by the number of the entry alone.
  `,
  dashboard: `
    # Dashboard

    What moved lately, who received most, and what waits for a look. It follows imports and reviews by itself.

    - The cards compare the last 30 days with the 30 days before, by arrow and word. Rising debits are shown as bad news, rising credits and members as good.
    - **Unusual Activity Alerts** counts the alerts nobody has reviewed, and leads to them.
    - **Transaction Trends** draws credits and debits per week over 30, 60, 90 days or twelve months. **Table** shows the same figures to the cent; a long stretch can be zoomed.
    - **Top 10 Credit Recipients** leads to the page of each member; **View All Depositors** to all of them, the largest first.
    - **Unusual Activity Detection** lists twenty alerts, those to be worked first on top. A row opens its evidence; **Review** marks it as seen. What you found belongs into the evidence ({{alert}}).
  `,
  import: `
    # Data Import

    Takes NACHA files, CSV tables and JSON, plain or packed with gzip, up to ${uploadGigabytes} GB each and several at once. The content decides what a file is, not its name.

    1. Drop the files, or choose them, and press **Upload**. **Cancel** lets go of one that has not been sent.
    2. Of a table it asks once what its columns mean and shows the first rows as they would be imported. The answer is kept for all files with the same header.
    3. The bar shows how far it is. A long import goes on if you leave the page, and the list below finds it again.
    4. When it is done, open its receipt ({{receipt}}).

    - Rows that do not fit are listed with line, field and reason; all others are stored. A file that is broken as a whole stores nothing and says in which line.
    - The same file again changes nothing: repeats are recognised and skipped.
    - Types: credit and deposit are credits; debit, withdrawal and payment are debits. Anything else is rejected, never guessed.
    - Amounts are understood as people write them: $1,234.56, (12.00), -12.00. Three decimals are rejected, never rounded.
    - In dates the month comes first: 3/2/2026 is March 2. Of a table it asks when that is not certain.
    - An import that failed for a passing reason can be tried again with one click.

    Lower on the page an AI report can be asked for with one click ({{ai-reports}}).
  `,
  receipt: `
    # The receipt of an import

    ![Entries read are entries stored, duplicates and rejected rows together, in number and in dollars. What was read of a NACHA file is compared with its own batch and file control records.](receipt-balance)

    - Who imported what and when, with the digest of the file: whoever holds the file can compare it.
    - **Control totals** says whether what was read of a NACHA file agrees with its own control records to the cent, batch by batch. Where it does not, lines and both sums are named. Below it stands what became of that money: read = stored + duplicates + returns + not money + rejected. Rejected entries are read but not stored, so the verdict names them.
    - **Rejected rows** can be downloaded. Of a table they come under its own header, to be corrected and uploaded again.
    - **Duplicates** stand beside the entry that each equals. If one is real, **Keep** makes it an entry of its own.
    - **Warnings** name what is odd and was stored all the same.
    - **Undo** (admins) takes back what only this file brought: entries, figures and open alerts. What another file holds as well stays, as that file’s. The receipt stays too.
    - Entries past the time that transactions are kept leave the ledger; the receipt says how many of the file have.
  `,
  documents: `
    # Documents

    Under **Documents** of Data Import: transactions out of PDF, Word, text and scanned pages (JPEG, PNG, WebP, TIFF), up to ${MAX_DOCUMENTS_PER_UPLOAD} files at once and ${documentMegabytes} MB each. They are read on the premises unless your institution has set up the cloud service; the list says which read a document.

    - A document needs a table with a header, or named values: account, name, company or description, amount, and what tells credits from debits.
    - Rows that nothing speaks against are imported at once. Rows that are unsure wait: nothing is guessed.
    - Open the document to see them beside their page, each doubtful cell with the reason. Correct and accept a row, or discard it; several at once, all of them or none. What was read stays beside what you wrote.
    - From a scan, an account that the ledger does not know yet always waits for a person.
    - Scans: 200 dots per inch or more, black on white. Straight or not does not matter.
    - **Cancel** ends a job, **Try again** reads a failed one anew. The list shows the last 24 hours.
  `,
  members: `
    # Customer Analysis

    Every account of the ledger with income, bills, risk and last activity of the year that ends with the **As of** day.

    - Search by any part of a name, a company or an account number; accents and capitals do not matter.
    - **Filters** narrows by risk, monthly income and last activity. A click on a heading sorts, a second one turns the order round.
    - Search, filters, order and page stand in the address: send it to a colleague, and he sees the same.
    - Risk is that of the member’s alerts and falls when they are reviewed. It says nothing about the person.
  `,
  member: `
    # A member

    - Twelve months of credits and debits, as a chart and as a table with the net flow of each month.
    - **Related Accounts** bear the same name. They may belong to one person or to namesakes.
    - Who pays in and who collects: each company leads to its page.
    - The last ${USUAL_COMPARED_DAYS} days beside the member’s own usual month, and the year beside all other members.
    - Its alerts with what became of them, the files it came in, and its last transactions down to the line of the file.

    Each look at a member is written into the audit log.
  `,
  companies: `
    # Company Analysis

    Every company that pays or collects through members’ accounts, as its files spell it, over all time. The best partners come first.

    - The search looks through every column; an amount is found however it is written.
    - **Advanced Filters** limits members, credits, debits and total volume: greater or less than a number, that number not included.
    - The partnership score tells what the relationship is worth to members: reach, volume, regularity, years and quality, less risk. {{figures}} has the formula.
  `,
  company: `
    # A company

    - Why it is risky: flags, the gravest first. Without flags it is low.
    - Its returned debits of the last ${RETURN_RATE_DAYS} days against what Nacha allows: ${unauthorized.limitPercent}% unauthorized, ${administrative.limitPercent}% administrative, ${overall.limitPercent}% in all. A few returns are no rate: a flag needs ${unauthorized.leastReturns}, ${administrative.leastReturns} and ${overall.leastReturns} at least.
    - Weeks, months, transaction types and members, each in its tab; the open tab stands in the address.
  `,
  reports: `
    # Transaction Reports

    1. Fill in what you look for. **Advanced Filters** holds codes, classes, descriptions, addenda, trace number and batch.
    2. Press **Apply Filters**, or Enter in any field. Nothing typed counts before.
    3. The chips above the results say what applies; each can be removed. **Clear Filters** removes all.
    4. **Export CSV** gives everything that matches, also far more than the 100 shown. It goes on if you leave the page.

    - Names, companies, codes and descriptions are found by a part of them, whatever the case; trace number and batch by the whole number.
    - An amount counts only when it is one, a range of days only with both ends.
    - **Save filters** keeps them under a name, for you or for everybody. Yours can be renamed, shared and deleted.
    - The address holds the filters. A row opens the transaction ({{transaction}}).
    - Cells that a spreadsheet would take for a formula are made harmless in the CSV.
  `,
  'ai-reports': [
    `
    # AI Reports

    Reports in prose, tables and charts, written from figures that Clearwatch has computed: by rules, or worded by the language model that your institution has set up. Each report says by whom.

    - Point at an underlined figure, or go through them with the arrow keys, to see what it is and where it comes from.
    - A figure of the model that no computed fact holds is marked, and the report says so at its top: check it before you use it.
    - A model is told facts, not people: names and account numbers are put in on the premises.
    - A report grows while it is written; you may leave, and it can be cancelled. It can be taken out as PDF or Markdown.
    - Reports are kept for ${SERVICE_FACTS.reportYears} years. Admins can delete one before.

    A report of the type Custom answers your own questions about credits, debits, members, companies, returned debits and alerts. Each answer begins with a sentence with its figures, then a table, then **Read as**, which says how the question was taken.

    - Ask who, which, how much, how many, on average, when, what share, compared with what, or why something changed; by company, member, day, week, month, quarter or SEC class.
    - Name days (“last month”, “since June”, “between March and May”), members, companies, accounts, SEC classes or a limit (“over $500”). Put names in quotes or capitals.
    - Words that were not understood are quoted before the answer. Where they outweigh the rest, or a name is not in the ledger, there is no answer instead of one to another question.
    - Companies send credits and collect debits: “companies that received credits” is read as those that sent them, and the answer says so.
  `,
    {
      kind: 'table',
      caption: 'What a custom report can be asked, for example',
      columns: ['Questions'],
      rows: EXAMPLE_QUESTIONS.map((question) => [question]),
    },
    {
      kind: 'table',
      caption: 'What a report can be about',
      columns: ['Report types'],
      rows: REPORT_TYPES.map((type) => [REPORT_TYPE_LABELS[type]]),
    },
  ],
});
