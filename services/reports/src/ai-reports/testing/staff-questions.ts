/**
 * A staff question, its interpretation, and the first sentences of its report (for the ledger in
 * `rolled-up-ledger-fixtures.ts`).
 */
export interface StaffQuestion {
  question: string;
  /** One interpretation for each answered question in the prompt. */
  readAs: readonly string[];
  headline: string;
}

/** Questions written before the parser existed. */
export const EXPECTED_QUESTIONS: readonly StaffQuestion[] = [
  {
    question: 'Which companies received most of the credits? State the totals.',
    readAs: ['companies by credits, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Companies send credits and collect debits. Interpreted as: companies by credits sent to members. Companies with the most credits from Oct 20, 2026 to Nov 18, 2026: ACME PAYROLL with $3,800.50 and VENMO with $450.00. No other company had credits; the total is $4,250.50.',
  },
  {
    question: 'Who are our largest depositors?',
    readAs: ['members by credits, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Members with the most credits from Oct 20, 2026 to Nov 18, 2026: Ruth Miller (***0001) with $2,000.00, Ana Sample (***0002) with $1,800.50 and Ben Low (***0003) with $450.00. No other member had credits; the total is $4,250.50.',
  },
  {
    question: 'How much did members receive in October?',
    readAs: ['credits, from Oct 1, 2026 to Oct 31, 2026'],
    headline: 'Credits came to $10,850.50 in 4 entries from Oct 1, 2026 to Oct 31, 2026.',
  },
  {
    question: 'How many debits were there last week?',
    readAs: ['number of debits, from Nov 9, 2026 to Nov 15, 2026'],
    headline: '5 debits were posted from Nov 9, 2026 to Nov 15, 2026.',
  },
  {
    question: 'What is the average credit from ACME PAYROLL this year?',
    readAs: ['average credit from ACME PAYROLL, from Jan 1, 2026 to Nov 18, 2026'],
    headline: 'The average credit from ACME PAYROLL was $2,127.52 from Jan 1, 2026 to Nov 18, 2026.',
  },
  {
    question: 'When did ACME PAYROLL last pay?',
    readAs: ['last day with credits from ACME PAYROLL, from Oct 3, 2025 to Nov 18, 2026'],
    headline: 'The last credit from ACME PAYROLL was posted on Nov 6, 2026: 1 credit, $1,800.50 in total that day.',
  },
  {
    question: 'What was our busiest day in Q3?',
    readAs: ['days by number of entries, highest first, from Jul 1, 2026 to Sep 30, 2026'],
    headline:
      'By number of entries, the busiest day from Jul 1, 2026 to Sep 30, 2026 was Jul 12, 2026, with 2 entries, $0.00 in credits and $439.75 in debits.',
  },
  {
    question: 'Top 5 companies by debits in Q3 2026',
    readAs: ['companies by debits, highest first, at most 5, from Jul 1, 2026 to Sep 30, 2026'],
    headline:
      'Companies with the most debits from Jul 1, 2026 to Sep 30, 2026: ZELLE PAYMENT with $2,500.00, VENMO with $1,352.25, STATE FARM INS with $657.75 and CITY POWER with $240.30. No other company had debits; the total is $4,750.30.',
  },
  {
    question: 'Compare credits this month with last month',
    readAs: ['credits, from Nov 1, 2026 to Nov 18, 2026, compared with Oct 1, 2026 to Oct 31, 2026'],
    headline:
      'Credits came to $4,250.50 in 3 entries from Nov 1, 2026 to Nov 18, 2026, down 60.8% from $10,850.50 (Oct 1, 2026 to Oct 31, 2026). The period has 18 days; the comparison period has 31.',
  },
  {
    question: 'How much went to VENMO between September 1 and September 30, 2026?',
    readAs: ['debits to VENMO, from Sep 1, 2026 to Sep 30, 2026'],
    headline: 'Debits to VENMO came to $461.75 in 2 entries from Sep 1, 2026 to Sep 30, 2026.',
  },
  {
    question: 'Which members received more than $5,000 in October?',
    readAs: [
      'members by credits with a total of more than $5,000.00, highest first, at most 10, from Oct 1, 2026 to Oct 31, 2026',
    ],
    headline:
      'Members with the most credits with a total of more than $5,000.00 from Oct 1, 2026 to Oct 31, 2026: April Smith (***0004) with $6,100.00.',
  },
  {
    question: 'How many members received more than $5,000 in October?',
    readAs: ['number of members with credits with a total of more than $5,000.00, from Oct 1, 2026 to Oct 31, 2026'],
    headline: '1 member had credits with a total of more than $5,000.00 from Oct 1, 2026 to Oct 31, 2026.',
  },
  {
    question: 'How many entries over $2,000 were posted in the last 90 days?',
    readAs: ['number of entries of more than $2,000.00 each, from Aug 21, 2026 to Nov 18, 2026'],
    headline: '3 entries of more than $2,000.00 each were posted from Aug 21, 2026 to Nov 18, 2026.',
  },
  {
    question: 'List the open high-risk alerts',
    readAs: ['list of open high-risk alerts, from Oct 3, 2025 to Nov 18, 2026'],
    headline: '2 open high-risk alerts on activity from Oct 3, 2025 to Nov 18, 2026.',
  },
  {
    question: 'Show me open high-risk alerts by rule.',
    readAs: ['number of open high-risk alerts by type, from Oct 3, 2025 to Nov 18, 2026'],
    headline:
      '2 open high-risk alerts on activity from Oct 3, 2025 to Nov 18, 2026. Highest counts by type: Mule Activity with 1 and Structuring with 1.',
  },
  {
    question: 'How many structuring alerts were raised this quarter compared with last quarter?',
    readAs: [
      'number of alerts by type in the Structuring category, from Oct 1, 2026 to Nov 18, 2026, compared with Jul 1, 2026 to Sep 30, 2026',
    ],
    headline:
      '1 alert in the Structuring category on activity from Oct 1, 2026 to Nov 18, 2026, the same as in the comparison period (Jul 1, 2026 to Sep 30, 2026); 1 is high risk and 1 is open. The period has 49 days; the comparison period has 92.',
  },
  {
    question: 'Total debits by month this year',
    readAs: ['debits by month, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'Debits by month from Jan 1, 2026 to Nov 18, 2026: $26,354.10 in total; highest in Apr 2026 with $10,506.10 and lowest in Feb 2026 with $684.10.',
  },
  {
    question: 'Credits by SEC class in August',
    readAs: ['credits by class, from Aug 1, 2026 to Aug 31, 2026'],
    headline:
      'Credits by class from Aug 1, 2026 to Aug 31, 2026: $4,750.50 in total; highest for PPD with $4,300.50 and lowest for WEB with $450.00.',
  },
  {
    question: 'How many members were active last month?',
    readAs: ['number of members with credits or debits, from Oct 1, 2026 to Oct 31, 2026'],
    headline: '4 members had credits or debits from Oct 1, 2026 to Oct 31, 2026.',
  },
  {
    question: 'How much did Ruth Miller receive from ACME PAYROLL last month?',
    readAs: ['credits for Ruth Miller (***0001) from ACME PAYROLL, from Oct 1, 2026 to Oct 31, 2026'],
    headline:
      'Credits for Ruth Miller (***0001) from ACME PAYROLL came to $2,500.00 in 1 entry from Oct 1, 2026 to Oct 31, 2026.',
  },
  {
    question: 'how much did ruth miller spend at venmo this year',
    readAs: ['debits for Ruth Miller (***0001) to VENMO, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'Debits for Ruth Miller (***0001) to VENMO came to $536.25 in 11 entries from Jan 1, 2026 to Nov 18, 2026.',
  },
  {
    question: 'What are the five smallest credits this year?',
    readAs: ['individual credits, smallest first, at most 5, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'The smallest credit from Jan 1, 2026 to Nov 18, 2026 was $450.00: Ben Low (***0003) with VENMO on Nov 14, 2026. There are 37 matching credits in total; the table lists the smallest first.',
  },
  {
    question: 'Which member withdrew the most?',
    readAs: ['members by debits, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Members with the most debits from Oct 20, 2026 to Nov 18, 2026: Ben Low (***0003) with $1,349.00, April Smith (***0004) with $1,000.00 and Ana Sample (***0002) with $430.00. No other member had debits; the total is $3,033.10.',
  },
  {
    question: 'What balance does Ruth Miller have?',
    readAs: [],
    headline:
      'Not understood: “What balance does Ruth Miller have?” The ACH ledger does not contain balances. This question was not answered.',
  },
  {
    question: 'What is the weather?',
    readAs: [],
    headline: 'Not understood: “What is the weather?” This question was not answered.',
  },
  {
    question: 'Net flow by week for the last 8 weeks',
    readAs: ['net flow by week, from Sep 28, 2026 to Nov 18, 2026'],
    headline:
      'Net flow by week from Sep 28, 2026 to Nov 18, 2026: $11,295.80 in total; highest in the week starting Sep 28, 2026 with $6,100.00 and lowest in the week starting Nov 9, 2026 with -$1,503.00.',
  },
  {
    question: 'How many returned debits did we have this year, and why?',
    readAs: ['number of returned debits by return reason, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      '2 returned debits from Jan 1, 2026 to Nov 18, 2026. Highest counts by return reason: R01 with 1 and R10 with 1.',
  },
  {
    question: 'Why did credits fall in November compared to October?',
    readAs: [
      'changes in credits, by company and member, from Nov 1, 2026 to Nov 18, 2026, compared with Oct 1, 2026 to Oct 31, 2026',
    ],
    headline:
      'Credits fell 60.8%: $4,250.50 from Nov 1, 2026 to Nov 18, 2026, compared with $10,850.50 from Oct 1, 2026 to Oct 31, 2026. By company, STATE TREASURY ($6,100.00 less) and ACME PAYROLL ($500.00 less) contributed most to the decrease. By member, April Smith (***0004) ($6,100.00 less) and Ruth Miller (***0001) ($500.00 less) contributed most to the decrease. The period has 18 days; the comparison period has 31.',
  },
  {
    question: 'Show the largest transactions of account ***0001 this year',
    readAs: [
      'individual credits and debits for Ruth Miller (***0001), largest first, at most 10, from Jan 1, 2026 to Nov 18, 2026',
    ],
    headline:
      'The largest entry for Ruth Miller (***0001) from Jan 1, 2026 to Nov 18, 2026 was $2,500.00 (a credit): Ruth Miller (***0001) with ACME PAYROLL on Oct 5, 2026. There are 44 matching entries in total; the table lists the largest first.',
  },
  {
    question: 'What share of credits comes from "STATE FARM"?',
    readAs: ['credits from STATE FARM INS, as a share of the total, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      '“STATE FARM” was interpreted as STATE FARM INS. The credits from STATE FARM INS made up 0.0% of the total: $0.00 of $4,250.50, from Oct 20, 2026 to Nov 18, 2026.',
  },
  {
    question: 'Who does State Farm collect from?',
    readAs: ['members by debits to STATE FARM INS, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      '“State Farm” was interpreted as STATE FARM INS. Members with the most debits to STATE FARM INS from Oct 20, 2026 to Nov 18, 2026: Ruth Miller (***0001) with $120.25 and Ben Low (***0003) with $99.00. No other member had debits; the total is $219.25.',
  },
  {
    question: 'How many WEB debits over $500 since June 3? And in September?',
    readAs: [
      'number of debits in class WEB of more than $500.00 each, from Jun 3, 2026 to Nov 18, 2026',
      'number of debits in class WEB of more than $500.00 each, from Sep 1, 2026 to Sep 30, 2026',
    ],
    headline:
      '4 debits in class WEB of more than $500.00 each were posted from Jun 3, 2026 to Nov 18, 2026. 1 debit in class WEB of more than $500.00 each was posted from Sep 1, 2026 to Sep 30, 2026.',
  },
];

/** Questions contributed by other people. */
export const HANDED_QUESTIONS: readonly StaffQuestion[] = [
  {
    question: 'What happened on May 5th?',
    readAs: ['credits and debits, on May 5, 2026'],
    headline: 'Credits came to $2,500.00 in 1 entry and debits to $45.00 in 1 entry, on May 5, 2026.',
  },
  {
    question: 'largest single debit ever',
    readAs: ['individual debits, largest first, at most 1, from Oct 3, 2025 to Nov 18, 2026'],
    headline:
      'The largest debit from Oct 3, 2025 to Nov 18, 2026 was $9,800.00: Ana Sample (***0002) with HARBOR MOTORS on Apr 20, 2026.',
  },
  {
    question: 'First time we saw STATE FARM?',
    readAs: ['first day with credits and debits with STATE FARM INS, from Oct 3, 2025 to Nov 18, 2026'],
    headline:
      '“STATE FARM” was interpreted as STATE FARM INS. The first entry with STATE FARM INS was posted on Oct 10, 2025: 1 entry, $0.00 in credits and $120.25 in debits that day.',
  },
  {
    question: 'Sum of payroll last payday',
    readAs: [],
    headline: 'Not understood: “Sum of payroll last payday”. This question was not answered.',
  },
  {
    question: 'Did credits go up or down compared with the previous 30 days?',
    readAs: ['credits, from Oct 20, 2026 to Nov 18, 2026, compared with Sep 20, 2026 to Oct 19, 2026'],
    headline:
      'Credits came to $4,250.50 in 3 entries from Oct 20, 2026 to Nov 18, 2026, down 60.8% from $10,850.50 (Sep 20, 2026 to Oct 19, 2026).',
  },
  {
    question: 'Weekly credits for the last eight weeks',
    readAs: ['credits by week, from Sep 28, 2026 to Nov 18, 2026'],
    headline:
      'Credits by week from Sep 28, 2026 to Nov 18, 2026: $15,101.00 in total; highest in the week starting Sep 28, 2026 with $6,100.00 and lowest in the week starting Nov 16, 2026 with $0.00.',
  },
  {
    question: 'List the ten members with the most alerts.',
    readAs: ['members by number of alerts, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Members with the most alerts from Oct 20, 2026 to Nov 18, 2026: Ruth Miller (***0001) with 2. 2 alerts on activity from Oct 20, 2026 to Nov 18, 2026; 2 are high risk and 2 are open.',
  },
  {
    question: 'What share of all debits goes to the top ten companies?',
    readAs: [
      'companies by debits, highest first, at most 10, as a share of the total, from Oct 20, 2026 to Nov 18, 2026',
    ],
    headline:
      'The 4 companies with the most debits accounted for 100.0% of all debits: $3,033.10 of $3,033.10, from Oct 20, 2026 to Nov 18, 2026. First on the list: ZELLE PAYMENT with $2,250.00, VENMO with $483.75 and STATE FARM INS with $219.25.',
  },
  {
    question: 'Who are the top 3 members by debits in April?',
    readAs: ['members by debits, highest first, at most 3, from Apr 1, 2026 to Apr 30, 2026'],
    headline:
      'Members with the most debits from Apr 1, 2026 to Apr 30, 2026: Ana Sample (***0002) with $10,160.00, Ruth Miller (***0001) with $247.10 and Ben Low (***0003) with $99.00. No other member had debits; the total is $10,506.10.',
  },
  {
    question: 'How much did Pat Example receive and from whom?',
    readAs: [],
    headline:
      'The ledger has no member, company or account named “Pat Example”, so this question was not answered: “How much did Pat Example receive and from whom?”',
  },
  {
    question: 'What did ACME PAYROLL pay our members in total since January?',
    readAs: ['credits from ACME PAYROLL, from Jan 1, 2026 to Nov 18, 2026'],
    headline: 'Credits from ACME PAYROLL came to $46,805.50 in 22 entries from Jan 1, 2026 to Nov 18, 2026.',
  },
  {
    question: 'What is the routing number of our Fed master account?',
    readAs: [],
    headline:
      'Not understood: “routing” and “master”. The ledger has no member, company or account named “Fed”, so this question was not answered: “What is the routing number of our Fed master account?”',
  },
  {
    question: 'When was our busiest day this year?',
    readAs: ['days by number of entries, highest first, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'By number of entries, the busiest day from Jan 1, 2026 to Nov 18, 2026 was Jan 12, 2026, with 2 entries, $0.00 in credits and $373.75 in debits.',
  },
  {
    question: 'Tell me a joke about bankers.',
    readAs: [],
    headline: 'Not understood: “Tell me a joke about bankers.” This question was not answered.',
  },
  {
    question: 'Are there members whose money leaves right after it arrives?',
    readAs: [],
    headline:
      'Not understood: “Are there members whose money leaves right after it arrives?” This question was not answered.',
  },
  {
    question: 'How many Zelle payments above 1,000 dollars?',
    readAs: ['number of entries with ZELLE PAYMENT of more than $1,000.00 each, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      '“Zelle” was interpreted as ZELLE PAYMENT. 1 entry with ZELLE PAYMENT of more than $1,000.00 each was posted from Oct 20, 2026 to Nov 18, 2026.',
  },
  {
    question: 'Which five companies collect the most from members, and how many members does each reach?',
    readAs: [
      'companies by debits, highest first, at most 5, with the number of members, from Oct 20, 2026 to Nov 18, 2026',
    ],
    headline:
      'Companies with the most debits from Oct 20, 2026 to Nov 18, 2026: ZELLE PAYMENT with $2,250.00 from 2 members, VENMO with $483.75 from 2 members, STATE FARM INS with $219.25 from 2 members and CITY POWER with $80.10 from 1 member. No other company had debits; the total is $3,033.10.',
  },
  {
    question: 'Total volume by month for the past year, please',
    readAs: ['credits and debits by month, from Dec 1, 2025 to Nov 18, 2026'],
    headline:
      'Credits and debits by month from Dec 1, 2025 to Nov 18, 2026: $107,922.20 in total; highest in Apr 2026 with $21,356.60 and lowest in Dec 2025 with $5,412.60. Credits came to $80,906.00 and debits to $27,016.20.',
  },
  {
    question: 'Who is responsible for the increase in debits in March compared with February?',
    readAs: [
      'changes in debits, by company and member, from Mar 1, 2026 to Mar 31, 2026, compared with Feb 1, 2026 to Feb 28, 2026',
    ],
    headline:
      'Debits rose 184.3%: $1,945.10 from Mar 1, 2026 to Mar 31, 2026, compared with $684.10 from Feb 1, 2026 to Feb 28, 2026. By company, ZELLE PAYMENT ($1,250.00 more) and VENMO ($11.00 more) contributed most to the increase. By member, Ben Low (***0003) ($1,250.00 more), Ana Sample (***0002) ($10.00 more) and Ruth Miller (***0001) ($1.00 more) contributed most to the increase. The period has 31 days; the comparison period has 28.',
  },
  {
    question: 'How many accounts got money from more than one employer?',
    readAs: [],
    headline:
      'Not understood: “more than one employer”. Without those words, the question has a different meaning, so it was not answered: “How many accounts got money from more than one employer?”',
  },
];

/** Questions from exploratory testing: refusals, follow-up sentences, and names that are also words. */
export const FURTHER_QUESTIONS: readonly StaffQuestion[] = [
  {
    question: 'Who pays our members the most?',
    readAs: ['companies by credits, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Companies with the most credits from Oct 20, 2026 to Nov 18, 2026: ACME PAYROLL with $3,800.50 and VENMO with $450.00. No other company had credits; the total is $4,250.50.',
  },
  {
    question: 'Who received the most money last month?',
    readAs: ['members by credits, highest first, at most 10, from Oct 1, 2026 to Oct 31, 2026'],
    headline:
      'Members with the most credits from Oct 1, 2026 to Oct 31, 2026: April Smith (***0004) with $6,100.00, Ruth Miller (***0001) with $2,500.00 and Ana Sample (***0002) with $1,800.50. No other member had credits; the total is $10,850.50.',
  },
  {
    question: 'Average debit per member in Q3',
    readAs: ['members by average debit, highest first, at most 10, from Jul 1, 2026 to Sep 30, 2026'],
    headline:
      'Members with the largest average debit from Jul 1, 2026 to Sep 30, 2026: Ben Low (***0003) with $559.40, Ana Sample (***0002) with $400.00 and Ruth Miller (***0001) with $83.70.',
  },
  {
    question: 'average monthly credits this year',
    readAs: ['average credit by month, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'Average credit by month from Jan 1, 2026 to Nov 18, 2026: $2,058.26 overall; highest in Jan 2026 with $2,712.63 and lowest in Nov 2026 with $1,416.83. That is $6,923.23 a month on average.',
  },
  {
    question: 'Which month had the most debits?',
    readAs: ['months by debits, highest first, from Oct 3, 2025 to Nov 18, 2026'],
    headline:
      'By amount, the largest month from Oct 3, 2025 to Nov 18, 2026 was Apr 2026, with 6 debits, $10,506.10 in total.',
  },
  {
    question: 'How many new members in June?',
    readAs: [],
    headline:
      'Not understood: “new”. Without those words, the question has a different meaning, so it was not answered: “How many new members in June?”',
  },
  {
    question: 'Top ten originators by number of entries',
    readAs: ['companies by number of entries, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Companies with the most entries from Oct 20, 2026 to Nov 18, 2026: VENMO with 3, ACME PAYROLL with 2 and STATE FARM INS with 2. No other company had credits or debits; the total is 10.',
  },
  {
    question: 'How much did Venmo take out last quarter versus the quarter before?',
    readAs: ['debits to VENMO, from Jul 1, 2026 to Sep 30, 2026, compared with Apr 1, 2026 to Jun 30, 2026'],
    headline:
      'Debits to VENMO came to $1,352.25 in 6 entries from Jul 1, 2026 to Sep 30, 2026, up 7.9% from $1,253.25 (Apr 1, 2026 to Jun 30, 2026). The period has 92 days; the comparison period has 91.',
  },
  {
    question: 'Compare ACME PAYROLL and VENMO',
    readAs: [
      'companies by credits and debits among ACME PAYROLL and VENMO, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026',
    ],
    headline:
      'Companies with the most credits and debits among ACME PAYROLL and VENMO from Oct 20, 2026 to Nov 18, 2026: ACME PAYROLL with $3,800.50 and VENMO with $933.75. No other company had credits or debits; the total is $4,734.25.',
  },
  {
    question: 'Which accounts have open alerts?',
    readAs: ['members by number of open alerts, highest first, at most 10, from Oct 3, 2025 to Nov 18, 2026'],
    headline:
      'Members with the most open alerts from Oct 3, 2025 to Nov 18, 2026: Ruth Miller (***0001) with 2 and Ben Low (***0003) with 1. 3 open alerts on activity from Oct 3, 2025 to Nov 18, 2026; 2 are high risk.',
  },
  {
    question: 'Who has not received anything in 60 days?',
    readAs: [],
    headline: 'Not understood: “Who has not received anything in 60 days?” This question was not answered.',
  },
  {
    question: 'Which day of the week is busiest?',
    readAs: [],
    headline: 'Not understood: “Which day of the week is busiest?” This question was not answered.',
  },
  {
    question: 'Credits vs debits this year',
    readAs: ['credits and debits, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'Credits came to $76,155.50 in 37 entries and debits to $26,354.10 in 64 entries, from Jan 1, 2026 to Nov 18, 2026.',
  },
  {
    question: 'How many members have more debits than credits?',
    readAs: [],
    headline: 'Not understood: “How many members have more debits than credits?” This question was not answered.',
  },
  {
    question: 'Tell me about Ruth Miller',
    readAs: ['credits and debits by company for Ruth Miller (***0001), from Oct 20, 2026 to Nov 18, 2026'],
    headline:
      'Credits for Ruth Miller (***0001) came to $2,000.00 in 1 entry and debits to $254.10 in 3 entries, from Oct 20, 2026 to Nov 18, 2026.',
  },
  {
    question: 'When was the first return?',
    readAs: ['number of returned debits by day, from Oct 3, 2025 to Nov 18, 2026'],
    headline: '2 returned debits from Oct 3, 2025 to Nov 18, 2026. The first was on Mar 2, 2026.',
  },
  {
    question: 'Which company has paid the fewest members?',
    readAs: [],
    headline: 'Not understood: “Which company has paid the fewest members?” This question was not answered.',
  },
  {
    question: 'Have withdrawals gone up since last year?',
    readAs: ['debits, from Jan 1, 2025 to Nov 18, 2026'],
    headline:
      'Debits came to $29,557.40 in 80 entries from Jan 1, 2025 to Nov 18, 2026. There is no comparison with Feb 14, 2023 to Dec 31, 2024, because the ledger begins on Oct 3, 2025.',
  },
  {
    question: 'Total Gym debits in May',
    readAs: ['debits to TOTAL GYM, from May 1, 2026 to May 31, 2026'],
    headline: 'Debits to TOTAL GYM came to $45.00 in 1 entry from May 1, 2026 to May 31, 2026.',
  },
  {
    question: 'State the total debits for October.',
    readAs: ['debits, from Oct 1, 2026 to Oct 31, 2026'],
    headline: 'Debits came to $772.10 in 5 entries from Oct 1, 2026 to Oct 31, 2026.',
  },
  {
    question: 'Capital flows by quarter',
    readAs: ['credits and debits by quarter, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'Not understood: “Capital”. The rest of the question is answered below. Credits and debits by quarter from Jan 1, 2026 to Nov 18, 2026: $102,509.60 in total; highest in the quarter starting Apr 1, 2026 with $33,597.80 and lowest in the quarter starting Oct 1, 2026 with $18,906.20. Credits came to $76,155.50 and debits to $26,354.10.',
  },
  {
    question: 'First, list the largest companies. Then show how much they sent in October.',
    readAs: [
      'companies by credits and debits, highest first, at most 10, from Oct 20, 2026 to Nov 18, 2026',
      'companies by credits, highest first, at most 10, from Oct 1, 2026 to Oct 31, 2026',
    ],
    headline:
      'Companies with the most credits and debits from Oct 20, 2026 to Nov 18, 2026: ACME PAYROLL with $3,800.50, ZELLE PAYMENT with $2,250.00 and VENMO with $933.75. No other company had credits or debits; the total is $7,283.60. Companies with the most credits from Oct 1, 2026 to Oct 31, 2026: STATE TREASURY with $6,100.00, ACME PAYROLL with $4,300.50 and VENMO with $450.00. No other company had credits; the total is $10,850.50.',
  },
  {
    question: 'Compare credits in the first quarter with the fourth quarter of last year.',
    readAs: ['credits, from Jan 1, 2026 to Mar 31, 2026'],
    headline:
      'Credits came to $20,351.50 in 10 entries from Jan 1, 2026 to Mar 31, 2026. There is no comparison with Oct 1, 2025 to Dec 31, 2025, because the ledger begins on Oct 3, 2025.',
  },
  {
    question: 'How many members do we have and how many were active in the last 30 days?',
    readAs: ['total number of members', 'number of members with credits or debits, from Oct 20, 2026 to Nov 18, 2026'],
    headline: 'The ledger has 4 members. 4 members had credits or debits from Oct 20, 2026 to Nov 18, 2026.',
  },
  {
    question: 'How many companies are there?',
    readAs: ['total number of companies'],
    headline: 'The ledger has 8 companies.',
  },
  {
    question: 'How many entries are there in total?',
    readAs: ['number of entries, from Oct 3, 2025 to Nov 18, 2026'],
    headline: '127 entries were posted from Oct 3, 2025 to Nov 18, 2026.',
  },
  {
    question: 'Least active companies in 2026',
    readAs: ['companies by number of entries, lowest first, at most 10, from Jan 1, 2026 to Nov 18, 2026'],
    headline:
      'Companies with the fewest entries from Jan 1, 2026 to Nov 18, 2026: HARBOR MOTORS with 1, TOTAL GYM with 1 and STATE TREASURY with 4. No other company had credits or debits; the total is 101.',
  },
  {
    question: 'Most active members in October',
    readAs: ['members by number of entries, highest first, at most 10, from Oct 1, 2026 to Oct 31, 2026'],
    headline:
      'Members with the most entries from Oct 1, 2026 to Oct 31, 2026: Ruth Miller (***0001) with 4, Ana Sample (***0002) with 2 and Ben Low (***0003) with 2. No other member had credits or debits; the total is 9.',
  },
  {
    question: 'Capital improvements: who paid for them?',
    readAs: [],
    headline:
      'Not understood: “Capital improvements”. Without those words, the question has a different meaning, so it was not answered: “Capital improvements: who paid for them?”',
  },
  {
    question: 'Who sent money to crypto exchanges in the last 90 days?',
    readAs: [],
    headline:
      'Not understood: “crypto exchanges”. Without those words, the question has a different meaning, so it was not answered: “Who sent money to crypto exchanges in the last 90 days?”',
  },
  {
    question: 'Number of inactive members',
    readAs: [],
    headline:
      'Not understood: “inactive”. Without those words, the question has a different meaning, so it was not answered: “Number of inactive members”.',
  },
  {
    question: 'First and last day in the data?',
    readAs: ['first and last day with credits and debits, from Oct 3, 2025 to Nov 18, 2026'],
    headline: 'The first entry was posted on Oct 3, 2025 and the last on Nov 17, 2026.',
  },
  {
    question: 'First and last credit of ACME PAYROLL',
    readAs: ['first and last day with credits from ACME PAYROLL, from Oct 3, 2025 to Nov 18, 2026'],
    headline: 'The first credit from ACME PAYROLL was posted on Oct 5, 2025 and the last on Nov 6, 2026.',
  },
  {
    question: 'Debits in the first week of March',
    readAs: [],
    headline: 'Not understood: “Debits in the first week of March”. This question was not answered.',
  },
  {
    question: 'Debits in September and October',
    readAs: ['debits, from Sep 1, 2026 to Oct 31, 2026'],
    headline: 'Debits came to $2,783.20 in 11 entries from Sep 1, 2026 to Oct 31, 2026.',
  },
];
