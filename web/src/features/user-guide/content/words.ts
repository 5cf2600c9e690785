import type { GuideSection } from '../model/guide-section.ts';

export const WORDS: GuideSection = {
  topic: 'words',
  part: 'Look it up',
  title: 'Words of the field',
  blocks: [
    {
      kind: 'terms',
      terms: [
        ['ACH', 'Automated Clearing House: the network through which pay, bills and transfers go in files.'],
        [
          'Addenda',
          'A record behind an entry with what belongs to it: an invoice, a return reason, a correction.',
        ],
        ['AML', 'Anti-money-laundering: finding and reporting attempts to hide where money comes from.'],
        ['Baseline', 'The member’s own past with which an entry is compared.'],
        [
          'Batch',
          'Entries of one company, class and day in a NACHA file, with a control record at their end.',
        ],
        ['BEC', 'Business email compromise: somebody is talked into paying the wrong account.'],
        ['BSA', 'Bank Secrecy Act: the law behind currency and suspicious activity reports.'],
        ['Control record', 'What a NACHA file itself says about its counts and sums; the receipt compares.'],
        [
          'CTR',
          'Currency transaction report: due for more than $10,000 in cash a day. ACH is not cash; structuring is watched all the same.',
        ],
        ['Duplicate', 'A row that equals one already stored in all its business fields.'],
        ['Entry', 'One credit or debit of one account.'],
        ['False positive', 'An alert that led to nothing.'],
        ['FinCEN', 'The office of the US Treasury that receives suspicious activity reports.'],
        ['IAT', 'The class of international entries.'],
        ['Kiting', 'Living on money that is always on its way between accounts.'],
        ['Money mule', 'Somebody through whose account others’ money is passed on.'],
        ['Nacha', 'Who writes the rules of the ACH network.'],
        ['NCUA', 'National Credit Union Administration: the regulator.'],
        [
          'NOC',
          'Notification of change: the receiving institution says which account data to correct. No money.',
        ],
        [
          'ODFI',
          'Originating depository financial institution: the bank of the company that pays or collects.',
        ],
        ['OFAC', 'The office that keeps the lists of sanctions.'],
        ['Originator', 'The company or person whose entry it is.'],
        ['Posting date', 'The day on which the entry is in the account.'],
        ['Prenote', 'An entry of zero dollars that tries out whether account data are right.'],
        ['RDFI', 'Receiving depository financial institution: the member’s credit union.'],
        [
          'Regulation E',
          'Protects consumers in electronic transfers; unauthorized debits can be reported for 60 days.',
        ],
        ['Return', 'An entry sent back, with a reason code; {{codes}} has all.'],
        [
          'Return rate',
          'Returned debits of a company per hundred debits; Nacha sets limits. A return is of a debit by its transaction code, whatever its file calls it.',
        ],
        [
          'SAR',
          'Suspicious activity report to FinCEN, due 30 days after staff detects facts that may call for one (12 CFR 748.1). Clearwatch counts from the alert, the safe default.',
        ],
        [
          'SEC code',
          'Standard Entry Class: three letters that say how an entry was authorized, like PPD or WEB.',
        ],
        ['Settlement date', 'The day on which the institutions settle with each other.'],
        ['Structuring', 'Keeping amounts below a reporting line on purpose.'],
        ['TOTP', 'The 6-digit code of an authenticator app, new every 30 seconds.'],
        ['Trace number', 'The number of an entry in the network; reports also call it check tracer number.'],
      ],
    },
  ],
};
