import { MAX_DOCUMENTS_PER_UPLOAD } from '@clearwatch/contracts/upload-limits';
import type { GuideSection } from '../../model/guide-section.ts';
import { SERVICE_FACTS } from '../guide-facts.ts';

const { uploadGigabytes, documentMegabytes } = SERVICE_FACTS;

export const IMPORT: GuideSection = {
  topic: 'import',
  part: 'Screens',
  title: 'Data Import',
  blocks: [
    {
      kind: 'text',
      text: `Takes NACHA files, CSV tables and JSON, plain or packed with gzip, up to ${uploadGigabytes} GB each and several at once. The content decides what a file is, not its name.`,
    },
    {
      kind: 'steps',
      items: [
        'Drop the files, or choose them, and press **Upload**. **Cancel** lets go of one that has not been sent.',
        'Of a table it asks once what its columns mean and shows the first rows as they would be imported. The answer is kept for all files with the same header.',
        'The bar shows how far it is. A long import goes on if you leave the page, and the list below finds it again.',
        'When it is done, open its receipt ({{receipt}}).',
      ],
    },
    {
      kind: 'list',
      items: [
        'Rows that do not fit are listed with line, field and reason; all others are stored. A file that is broken as a whole stores nothing and says in which line.',
        'The same file again changes nothing: repeats are recognised and skipped.',
        'Types: credit and deposit are credits; debit, withdrawal and payment are debits. Anything else is rejected, never guessed.',
        'Amounts are understood as people write them: $1,234.56, (12.00), -12.00. Three decimals are rejected, never rounded.',
        'In dates the month comes first: 3/2/2026 is March 2. Of a table it asks when that is not certain.',
        'An import that failed for a passing reason can be tried again with one click.',
      ],
    },
    {
      kind: 'text',
      text: 'Lower on the page an AI report can be asked for with one click ({{ai-reports}}).',
    },
  ],
};

export const RECEIPT: GuideSection = {
  topic: 'receipt',
  part: 'Screens',
  title: 'The receipt of an import',
  blocks: [
    {
      kind: 'diagram',
      diagram: 'receipt-balance',
      words:
        'Entries read are entries stored, duplicates and rejected rows together, in number and in dollars. What was read of a NACHA file is compared with its own batch and file control records.',
    },
    {
      kind: 'list',
      items: [
        'Who imported what and when, with the digest of the file: whoever holds the file can compare it.',
        '**Control totals** says whether what was read of a NACHA file agrees with its own control records to the cent, batch by batch. Where it does not, lines and both sums are named. Below it stands what became of that money: read = stored + duplicates + returns + not money + rejected. Rejected entries are read but not stored, so the verdict names them.',
        '**Rejected rows** can be downloaded. Of a table they come under its own header, to be corrected and uploaded again.',
        '**Duplicates** stand beside the entry that each equals. If one is real, **Keep** makes it an entry of its own.',
        '**Warnings** name what is odd and was stored all the same.',
        '**Undo** (admins) takes back what only this file brought: entries, figures and open alerts. What another file holds as well stays, as that file’s. The receipt stays too.',
        'Entries past the time that transactions are kept leave the ledger; the receipt says how many of the file have.',
      ],
    },
  ],
};

export const DOCUMENTS: GuideSection = {
  topic: 'documents',
  part: 'Screens',
  title: 'Documents',
  blocks: [
    {
      kind: 'text',
      text: `Under **Documents** of Data Import: transactions out of PDF, Word, text and scanned pages (JPEG, PNG, WebP, TIFF), up to ${MAX_DOCUMENTS_PER_UPLOAD} files at once and ${documentMegabytes} MB each. They are read on the premises unless your institution has set up the cloud service; the list says which read a document.`,
    },
    {
      kind: 'list',
      items: [
        'A document needs a table with a header, or named values: account, name, company or description, amount, and what tells credits from debits.',
        'Rows that nothing speaks against are imported at once. Rows that are unsure wait: nothing is guessed.',
        'Open the document to see them beside their page, each doubtful cell with the reason. Correct and accept a row, or discard it; several at once, all of them or none. What was read stays beside what you wrote.',
        'From a scan, an account that the ledger does not know yet always waits for a person.',
        'Scans: 200 dots per inch or more, black on white. Straight or not does not matter.',
        '**Cancel** ends a job, **Try again** reads a failed one anew. The list shows the last 24 hours.',
      ],
    },
  ],
};
