import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { Day } from '../calendar/day.ts';
import { parseAmount } from '../money/cents.ts';
import { hasValidCheckDigit, secCodeOf, transactionCodeOf } from '../nacha/ach-codes.ts';
import { csvDirectionOf } from './csv-amounts.ts';
import { parseCsvDate } from './csv-dates.ts';
import { withoutSpreadsheetGuard } from './csv-reader.ts';

export type ValueKind =
  | 'date'
  | 'amount'
  | 'direction'
  | 'transactionCode'
  | 'secCode'
  | 'trace'
  | 'routing'
  | 'account'
  | 'personName'
  | 'text';

/** A few odd values do not decide. */
const MIN_MATCHING_SHARE = 0.9;
const MIN_FILLED_SHARE = 0.5;

const MAX_CHECKED_LENGTH = 100;

type ValueTest = (text: string) => boolean;

function valueTests(latestDay: Day): Record<ValueKind, ValueTest> {
  const isDate = (text: string, order: 'month_first' | 'day_first'): boolean =>
    'day' in parseCsvDate(text, { order, latestDay });
  return {
    date: (text) => isDate(text, 'month_first') || isDate(text, 'day_first'),
    amount: (text) => 'cents' in parseAmount(text.replace(/^\+|\s*(?:CR|DR)$/gi, '')),
    direction: (text) => !/^\d+$/.test(text) && csvDirectionOf(text) !== null,
    transactionCode: (text) => transactionCodeOf(text) !== null,
    secCode: (text) => secCodeOf(text.toUpperCase()) !== null,
    trace: (text) => /^\d{15}$/.test(text),
    routing: (text) => /^(?!0{9})\d{9}$/.test(text) && hasValidCheckDigit(text),
    account: (text) => /^(?=.*\d)[A-Z0-9-]{4,17}$/i.test(text),
    personName: (text) => /^\p{L}[\p{L}.'’-]*(?:,? +\p{L}[\p{L}.'’-]*)+$/u.test(text),
    text: (text) => /\p{L}/u.test(text),
  };
}

/** The values of one column in the first rows. */
export class ColumnValues {
  readonly filled: readonly string[];
  readonly #looks: Record<ValueKind, ValueTest>;

  constructor(cells: readonly string[], latestDay: Day) {
    this.filled = cells
      .map((cell) => withoutSpreadsheetGuard(cell).trim().slice(0, MAX_CHECKED_LENGTH))
      .filter((cell) => cell !== '');
    this.#looks = valueTests(latestDay);
  }

  /** Whether nearly all values look so; false for an empty column. */
  are(kind: ValueKind): boolean {
    return this.#shareOf(kind) >= MIN_MATCHING_SHARE;
  }

  /** Whether at least half of the values look so. */
  areMostly(kind: ValueKind): boolean {
    return this.#shareOf(kind) >= MIN_FILLED_SHARE;
  }

  #shareOf(kind: ValueKind): number {
    const { filled } = this;
    return filled.length === 0 ? 0 : filled.filter(this.#looks[kind]).length / filled.length;
  }
}

/**
 * Headings of core systems, banks and spreadsheets, in lower-case letters and digits; the surest first. Each belongs to
 * one field: ambiguous ones ("type", "code") are decided by the values.
 */
const SYNONYMS: Readonly<Record<CsvField, string>> = {
  accountNumber: `
    accountnumber accountno accountnum accountnbr acctnumber acctno acctnum acctnbr acct account accountid
    acctid dfiaccountnumber dfiaccount dfiacct dfiacctnumber memberaccount memberaccountnumber memberacct
    shareaccount sharenumber receiveraccount receiveraccountnumber receivingaccount rdfiaccount
    rdfiaccountnumber customeraccount bankaccount bankaccountnumber depositaccount accountsuffix
  `,
  originalAccount: `
    originalaccount originalaccountnumber originalacct origaccount origacct origacctnumber accountasreceived
    rawaccount fileaccount rawaccountnumber
  `,
  fullName: `
    fullname name individualname receivername membername customername accountholder accountholdername
    accountname holder holdername receivingname receiver indname member customer nameonaccount accountowner
    ownername primaryname primarymembername recipient recipientname individualreceivername
    receivingcompanyname individual accounttitle
  `,
  firstName: 'firstname first fname givenname memberfirstname namefirst forename memfirst',
  middleInitial: 'middleinitial mi middle middlename minit namemiddle middleinit',
  lastName: 'lastname last lname surname familyname memberlastname namelast memlast',
  company: `
    company companyname originator originatorname originatingcompany originatingcompanyname coname conm
    merchant merchantname payee payor payer counterparty achcompany achcompanyname odfiname origname vendor
    vendorname employer companynm sendername sender
  `,
  amount: `
    amount amt transactionamount tranamount tranamt transamount transamt amountusd usdamount entryamount
    achamount dollaramount paymentamount netamount amountdollars itemamount txnamount
  `,
  debitAmount: `
    debitamount debit debits debitamt dramount dramt dr withdrawal withdrawals withdrawalamount moneyout
    amountdebit paidout withdrawalamt debitusd
  `,
  creditAmount: `
    creditamount credit credits creditamt cramount cramt cr deposit deposits depositamount moneyin
    amountcredit paidin depositamt creditusd
  `,
  transactionType: `
    transactiontype creditdebit debitcredit crdr drcr dc cd creditordebit debitorcredit crdrindicator
    drcrindicator creditdebitindicator debitcreditindicator dcindicator trantype transtype entrytype type
    txntype direction dcflag crdrflag drcrflag sign
  `,
  transactionCode: `
    transactioncode trancode transcode tc achtransactioncode achtrancode txncode entrycode code trncode
    nachacode
  `,
  postingDate: `
    postingdate postdate posteddate dateposted posted posting transactiondate trandate transdate txndate
    date entrydate processdate processingdate processeddate bookingdate bookdate postdt postingdt
    businessdate datetime transactiondatetime timestamp valuedate
  `,
  settlementDate: 'settlementdate settledate settleddate settlement settlementdt settle datesettled',
  effectiveDate:
    'effectivedate effective effdate effectiveentrydate effentrydate effectivedt effdt dateeffective',
  entryDescription: `
    entrydescription companyentrydescription description desc companydescription transactiondescription
    entrydesc companyentrydesc coentrydesc trandescription transdescription memo details narrative
    statementdescription purpose particulars trandesc transdesc
  `,
  class: `
    class seccode sec standardentryclass standardentryclasscode entryclass entryclasscode achclass classcode
    secclass achcode achtype secc stdentryclass
  `,
  checkTracerNumber: `
    checktracernumber tracenumber trace traceno tracenum tracenbr tracernumber tracer achtrace
    achtracenumber checktracer checktracerno traceid itemtrace tracenumberach
  `,
  batch: 'batch batchnumber batchno batchnum batchid batchnbr',
  addenda: `
    addenda addendum addendainformation addendainfo paymentrelatedinformation remittance
    remittanceinformation paymentinfo addendatext addendadata paymentrelatedinfo
  `,
  memberId: `
    memberid membernumber memberno membernum membernbr memnum mbr mbrnumber mbrno customerid customernumber
    cif cifnumber memberidentification
  `,
  routingNumber: `
    routingnumber routing rtn aba abanumber routingno transitnumber rdfi routingtransit rdfinumber
    routingtransitnumber receivingdfi rdfirouting bankrouting rt abarouting
  `,
};

const FIELD_OF: ReadonlyMap<string, { field: CsvField; rank: number }> = new Map(
  Object.entries(SYNONYMS).flatMap(([field, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name, rank): [string, { field: CsvField; rank: number }] => [
        name,
        { field: field as CsvField, rank },
      ]),
  ),
);

/** @returns null for an unknown heading; rank 0 is the surest */
export function fieldOfHeader(header: string): { field: CsvField; rank: number } | null {
  const words = header
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/\([^)]*\)/g, ' ');
  return FIELD_OF.get(words.replaceAll(/[^a-z0-9]+/g, '')) ?? null;
}
